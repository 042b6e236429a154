//! What is evaluated before what, and what leaves it.

#![allow(unreachable_pub, reason = "the code of the cases is as people write it")]

use super::programs::{FIRST, SECOND, check, programs, texts};
use vyre::prelude::*;

programs! {
    a_question_mark_in_the_condition_of_a_loop_leaves_the_function {
        fn step(n: &mut i64) -> Option<bool> { *n += 1; if *n > 5 { None } else { Some(*n != 4) } }
        fn next(n: &mut i64) -> Option<i64> { *n += 1; if *n > 6 { None } else { Some(*n) } }
        fn first(n: &mut i64, s: i64) -> Option<i64> { *n = s; while step(n)? { *n += 0; } Some(*n) }
        fn second(n: &mut i64, s: i64) -> Option<i64> { *n = s; let mut k = 0; while matches!(next(n)?, 0..=4) { k += 1; } Some(k) }
        fn case(a: i32, b: u32) -> i64 { let (mut n, mut m) = (0, 0); let x = first(&mut n, (b & 7) as i64).unwrap_or(-100); x * 1000 + n * 100 + second(&mut m, a as i64 & 7).unwrap_or(-50) * 10 + m }
    }
    values_come_before_the_places_of_get_mut {
        fn value(n: u32, t: &mut i64) -> Result<i64, u32> { *t += 10; if n > 4 { Err(7) } else { Ok(n as i64) } }
        fn set(a: i32, b: u32, t: &mut i64) -> Result<i64, u32> { let mut xs = [1i64, 2, 3]; *xs.get_mut((a & 3) as usize).ok_or(a as u32)? = value(b, t)?; *xs.get_mut((a & 1) as usize).ok_or(5u32)? += value(b & 3, t)?; Ok(xs[0] + xs[1] * 10 + xs[2] * 100) }
        fn leave(a: i32, b: u32) -> i64 { let mut xs = [1i64, 2, 3]; *xs.get_mut((a & 3) as usize).unwrap() = if b != 18 { return 9 } else { xs[0] + 4 }; xs[0] + xs[1] * 10 + xs[2] * 100 }
        fn case(a: i32, b: u32) -> i64 { let mut t = 0; let x = match set(a, b, &mut t) { Ok(v) => v + t * 1000, Err(e) => -(e as i64) - t * 1000 }; let mut xs = [1i64, 2, 3]; let mut n = 0u32; *xs.get_mut({ n += 1; n as usize }).unwrap() += { n += 1; n as i64 * 5 }; x * 7 + xs[0] + xs[1] * 10 + xs[2] * 100 + leave(a, b) }
    }
    places_come_before_the_operands_of_overloaded_assignments {
        use std::ops::AddAssign;
        #[derive(Clone, Copy)] struct W(i64);
        impl AddAssign for W { fn add_assign(&mut self, o: W) { self.0 = self.0 * 3 + o.0; } }
        impl AddAssign<i64> for W { fn add_assign(&mut self, o: i64) { self.0 = self.0 * 5 + o; } }
        struct T { w: [W; 3], n: usize }
        fn next(n: &mut usize) -> usize { *n += 1; *n - 1 }
        fn case(a: i32, b: u32) -> i64 { let mut t = T { w: [W(1), W(a as i64), W(3)], n: 0 }; t.w[next(&mut t.n)] += next(&mut t.n) as i64 * 10; let mut k = 0; let mut v = [[W(1), W(2)], [W(3), W(b as i64)]]; v[next(&mut k)][next(&mut k)] += W(next(&mut k) as i64); t.w[0].0 + t.w[1].0 * 100 + v[0][1].0 * 10000 + v[1][0].0 * 1000000 }
    }
    closures_of_errors_leave_themselves_alone {
        fn jump(a: i32, xs: &[i64]) -> Result<i64, i64> { let v = xs.get((a & 7) as usize..).ok_or_else(|| { if a > 50 { return 77; } a as i64 })?; Ok(v.len() as i64) }
        fn ask(a: i32, xs: &[i64]) -> Result<i64, Option<i64>> { let v = xs.get((a & 7) as usize..).ok_or_else(|| { let x = if a > 50 { Some(3) } else { None }; Some(x? + 1) })?; Ok(v.len() as i64) }
        fn case(a: i32, b: u32) -> i64 { let t = [1, 2, b as i64]; let x = match jump(a, &t) { Ok(v) => v, Err(e) => -e }; let y = match ask(a, &t) { Ok(v) => v, Err(e) => -e.unwrap_or(50) }; x * 100 + y }
    }
    arms_that_leave_come_last {
        fn number(a: i32) -> i64 { match a & 3 { 0 => 1, 1 => 2, 2 | 3 => 3, _ => unreachable!() } }
        fn half(x: i64) -> Option<i64> { if x % 2 == 0 { Some(x / 2) } else { None } }
        fn quarter(x: i64) -> Result<i64, i64> { let y = match half(x) { Some(y) => y, None => return Err(x) }; Ok(y + match half(y) { Some(z) => z, None => return Ok(y * 100) }) }
        fn pair(x: i64) -> (i64, bool) { match x { 0 => (1, true), 1..=1000 => (x, false), _ => return (7, true) } }
        fn case(a: i32, b: u32) -> i64 { let (p, q) = pair(a as i64); let r = match quarter(b as i64) { Ok(v) => v, Err(e) => -e }; number(a) + p * 10 + q as i64 + r * 1000 }
    }
    closures_change_what_an_iterator_gives {
        struct S { v: [i64; 3] }
        impl S { fn each(&mut self, mut f: impl FnMut(&mut i64)) { for x in self.v.iter_mut() { f(x); } } }
        fn each(t: &mut [i64], mut f: impl FnMut(&mut i64)) { for x in t.iter_mut() { f(x); } }
        fn case(a: i32, b: u32) -> i64 { let mut s = S { v: [1, b as i64, a as i64] }; let mut n = 0; s.each(|x| { n += 1; *x = *x * 2 + n; }); let mut t = [4, a as i64]; each(&mut t, |x| *x += n); let mut add = |x: &mut i64| *x *= 3; for x in t.iter_mut() { add(x); } s.v[0] + s.v[1] * 10 + s.v[2] * 1000 + t[0] + t[1] * 7 }
    }
    nothing_is_compared_with_nothing {
        use std::cmp::Ordering;
        #[derive(Clone, Copy, PartialEq)] struct R(i32);
        impl PartialOrd for R { fn partial_cmp(&self, o: &R) -> Option<Ordering> { if self.0 == o.0 { None } else { self.0.partial_cmp(&o.0) } } }
        #[derive(Clone, Copy, PartialEq, PartialOrd)] struct S { a: Option<R>, b: i32 }
        fn case(a: i32, b: u32) -> i64 { let n = Some(R(a)).filter(|r| r.0 > 2); let m: Option<R> = Some(R(b as i32)).filter(|r| r.0 > 9); let s = S { a: n, b: 1 }; let t = S { a: m, b: 2 }; (n <= m) as i64 + (n >= m) as i64 * 2 + (n < m) as i64 * 4 + (s < t) as i64 * 8 + (s <= t) as i64 * 16 + ((n, 1) < (m, 2)) as i64 * 32 + ([n] <= [m]) as i64 * 64 + (n <= n) as i64 * 128 }
    }
}

texts! {
    parts_of_texts_end_between_characters {
        fn pick(s: &str, i: usize, j: usize) -> i64 { match s.get(i..j) { Some(p) => p.len() as i64, None => -1 } }
        fn first(s: &str) -> i64 { let t = s.as_bytes(); let h = match t.get(1..2) { Some(x) => x.len() as i64, None => 0 }; if let Some(p) = s.get(..1) { p.len() as i64 + h * 10 } else { h * 100 } }
        fn case(a: i32, b: u32) -> i64 {
            let s = "aé漢b";
            let mut h = 0i64;
            for i in 0..=7usize { for j in i..=8usize { h = (h * 3 + pick(s, i, j)) % 1_000_007; } }
            for i in 0..=8usize { h = h * 5 % 1_000_003 + match s.split_at_checked(i) { Some((x, y)) => x.len() as i64 * 2 + y.len() as i64, None => -1 }; }
            h * 10_000 + first("é") + first("ab") * 7 + a as i64 + (b & 1) as i64
        }
    }
}
