//! Iterators that methods ask for some of their items, which keep the others: ranges, types of the module, characters, and what a `&mut` refers to.

#![allow(dead_code, unused, clippy::all, reason = "the programs are as people write them")]

use super::{Device, FIRST, SECOND, check, programs};

programs! {
    ranges_keep_what_is_left {
        use std::ops::Range;
        struct S { r: Range<u32>, k: u32 }
        impl S { fn go(&mut self) -> Option<u32> { self.k += 1; self.r.nth(2) } fn f(&mut self) -> Option<u32> { self.r.find(|x| x % 5 == 0) } }
        fn until(r: &mut Range<u32>, k: u32) -> u32 { let mut s = 0; for i in r { s += i; if i == k { break; } } s }
        fn two(r: &mut Range<u32>) -> u32 { r.take(2).sum() }
        fn n(x: Option<u32>) -> i64 { x.map_or(-1, |x| x as i64) }
        fn case(a: i32, b: u32) -> i64 {
            let mut s = S { r: 0..b % 30, k: 0 };
            let x = [n(s.go()), n(s.f()), n(s.r.next())];
            let k = b % 12;
            let mut r = 1..=9u32;
            let y = [n(r.nth((b % 5) as usize)), r.any(|x| x == k) as i64, n(r.next())];
            let mut r = 1..40u32;
            let z = [r.all(|x| x < k) as i64, r.position(|x| x % 7 == 0).map_or(-1, |x| x as i64), n(r.find_map(|x| (x % 4 == 0).then_some(x * 3)))];
            for i in &mut r { if i % 6 == k % 6 { break; } }
            let w = [n(r.next()), two(&mut r) as i64, until(&mut r, 22) as i64, n(r.rfind(|x| x % 9 == 0)), n(r.nth_back(1)), r.by_ref().take(2).sum::<u32>() as i64, r.len() as i64];
            let mut q = -3..=4i8;
            let v = [q.find(|x| *x as i32 == a % 5).map_or(-9, |x| x as i64), q.next_back().map_or(-9, |x| x as i64), q.try_fold(0i64, |s, x| if x == 2 { None } else { Some(s + x as i64) }).unwrap_or(77), q.count() as i64];
            x.iter().chain(&y).chain(&z).chain(&w).chain(&v).fold(0i64, |s, x| s.wrapping_mul(31).wrapping_add(*x))
        }
    }
    own_iterators_keep_what_is_left {
        struct C { n: u32, m: u32 }
        impl Iterator for C { type Item = u32; fn next(&mut self) -> Option<u32> { if self.n >= self.m { return None; } self.n += 1; Some(self.n) } }
        impl DoubleEndedIterator for C { fn next_back(&mut self) -> Option<u32> { if self.n >= self.m { return None; } self.m -= 1; Some(self.m + 1) } }
        impl C {
            fn two(&mut self) -> u32 { self.take(2).sum() }
            fn until(&mut self, k: u32) -> u32 { let mut s = 0; for i in self { s += i; if i >= k { break; } } s }
            fn above(&mut self, k: u32) -> Option<u32> { self.find(|x| *x > k) }
        }
        fn skip_to<I: Iterator<Item = u32>>(it: &mut I, k: u32) -> bool { it.any(|x| x == k) }
        fn take2(it: &mut impl Iterator<Item = u32>) -> u32 { let mut s = 0; for x in it.take(2) { s += x; } s }
        fn any(mut it: impl Iterator<Item = u32>) -> u32 { let x = it.any(|x| x == 3); x as u32 * 100 + it.next().unwrap_or(60) }
        fn n(x: Option<u32>) -> i64 { x.map_or(-1, |x| x as i64) }
        fn case(a: i32, b: u32) -> i64 {
            let mut c = C { n: b % 3, m: 30 };
            let x = [n(c.find(|x| *x == b % 12)), n(c.next()), n(c.nth(1)), c.two() as i64, c.until(14) as i64, n(c.above(16)), n(c.rfind(|x| *x % 4 == 0)), n(c.nth_back(1)), n(c.next())];
            let mut d = C { n: 0, m: b % 20 };
            let mut r = 0..b % 20;
            let t = [4u32, 5, 6, 7, a as u32 % 9];
            let mut i = t.iter().copied();
            let y = [skip_to(&mut d, b % 6) as i64, take2(&mut d) as i64, n(d.next()), skip_to(&mut r, 3) as i64, take2(&mut r) as i64, n(r.next()), skip_to(&mut i, 5) as i64, take2(&mut i) as i64, n(i.next()), any(r) as i64, any(d) as i64];
            let mut l = [C { n: 0, m: 9 }, C { n: 4, m: 9 }];
            let k = (b % 2) as usize;
            let z = [n(l[k].find(|x| x % 3 == 0)), n(l[k].next()), l[1].n as i64];
            x.iter().chain(&y).chain(&z).fold(0i64, |s, x| s.wrapping_mul(31).wrapping_add(*x))
        }
    }
    characters_keep_what_is_left {
        fn case(a: i32, b: u32) -> i64 {
            let s: &str = "a1b2c3d4e5";
            let mut it = s.chars();
            let x = it.find(|c| c.is_ascii_digit());
            let y = it.next();
            let z = it.nth((b % 4) as usize);
            let w = it.any(|c| c == '3');
            let v = it.next();
            let p = |c: Option<char>| c.map_or(1, |c| c as i64);
            p(x) + p(y) * 3 + p(z) * 7 + w as i64 * 100000 + p(v) * 1000
        }
    }
    orders_of_iterators {
        #[derive(PartialEq, Eq)] struct K { k: i32, v: u32 }
        impl PartialOrd for K { fn partial_cmp(&self, o: &K) -> Option<std::cmp::Ordering> { Some(self.cmp(o)) } }
        impl Ord for K { fn cmp(&self, o: &K) -> std::cmp::Ordering { self.k.cmp(&o.k) } }
        fn case(a: i32, b: u32) -> i64 {
            let (x, y) = ([a, 3], [b as i32, 4, 5]);
            let o = x.iter().cmp(y.iter());
            let p = x.iter().partial_cmp(&y);
            let f = [1.0f32, b as f32].iter().partial_cmp([1.0, if a < 0 { f32::NAN } else { a as f32 }].iter());
            let l = x.iter().lt(y.iter()) as i64 + (0..b % 5).ge(0..3) as i64 * 2 + x.iter().map(|x| x % 2).le(y.iter().map(|x| x % 2)) as i64 * 4;
            let k = [K { k: 1, v: b }, K { k: a, v: 1 }].iter().cmp([K { k: 1, v: 3 }, K { k: 2, v: 1 }].iter());
            let e = std::iter::empty::<i32>().chain([a, 3]).map(|x| x as i64).sum::<i64>();
            let m: Option<i32> = std::iter::empty().max();
            let t = [[a, 3], [b as i32, 4]];
            let r = t.iter().flatten().rev().fold(0i64, |s, x| s.wrapping_mul(7).wrapping_add(*x as i64));
            let q = t.iter().flat_map(|r| r.iter()).rev().take(2).fold(0i64, |s, x| s * 3 + *x as i64);
            let h = [1i32, a, 3].iter().nth_back(1).map_or(-1, |x| *x as i64) + (0..b % 9).nth_back(2).map_or(-1, |x| x as i64);
            o as i64 * 100 + p.map_or(7, |p| p as i64) * 10 + f.map_or(7, |p| p as i64) * 1000 + l * 10000 + k as i64 * 100000 + e + m.map_or(1, |x| x as i64) + r.wrapping_add(q) + h
        }
    }
}
