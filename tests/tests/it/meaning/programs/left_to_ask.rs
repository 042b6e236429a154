//! Iterators in variables: what is left of one that has been asked for some of its items, chains over it, and those that give `&mut`s.

#![allow(dead_code, unused, clippy::all, reason = "the programs are as people write them")]

use super::{Device, FIRST, SECOND, check, check_on, programs};
use vyre::Module;
use vyre::prelude::*;

programs! {
    chains_over_what_is_left {
        fn asked<'a>(mut it: impl Iterator<Item = &'a i32> + Clone) -> i64 {
            it.next();
            let mut c = it.clone().map(|x| *x as i64);
            let x = c.next().unwrap_or(0);
            x * 3 + c.sum::<i64>() + it.map(|x| *x as i64 * 5).sum::<i64>()
        }
        fn case(a: i32, b: u32) -> i64 {
            let v = [a, 2, 3, b as i32, 5, 9];
            let mut it = v.iter();
            it.next();
            let mut c = it.clone().cloned();
            let x = c.next().unwrap_or(0) as i64;
            let mut r = c.fold(x, |s, x| s * 2 + x as i64);
            let mut c = it.clone().enumerate();
            r = r * 3 + c.next().map_or(0, |(i, x)| i as i64 * 10 + *x as i64);
            r = r * 3 + c.map(|(i, x)| *x as i64 * i as i64).sum::<i64>();
            r = r * 3 + asked(it.clone());
            let mut c = it.copied();
            r = r * 3 + c.next().unwrap_or(0) as i64;
            r = r * 3 + c.map(|x| x as i64).sum::<i64>();
            let mut it = v.iter().copied();
            it.next();
            let mut c = it.clone().chain(it.clone()).peekable();
            c.next();
            r = r * 3 + *c.peek().unwrap() as i64;
            c.next();
            while let Some(y) = c.next() { r = r.wrapping_mul(3).wrapping_add(y as i64); }
            while let Some(x) = it.next() {
                let mut rest = it.clone().filter(|y| *y > x);
                if let Some(y) = rest.next() { r = r.wrapping_mul(3).wrapping_add(y as i64 + rest.count() as i64 * 100); }
            }
            r
        }
    }
    chains_over_what_is_lent {
        fn first<'a>(it: &mut impl Iterator<Item = &'a i32>) -> i64 {
            let mut c = it.filter(|x| **x > 2);
            c.next().map_or(0, |x| *x as i64) * 3 + c.next().map_or(7, |x| *x as i64)
        }
        fn case(a: i32, b: u32) -> i64 {
            let v = [a, 2, 3, b as i32, 5, 9, 4];
            let mut it = v.iter();
            let mut t = it.by_ref().map(|x| *x as i64 * 2);
            let x = t.next().unwrap_or(0);
            let y = t.nth(1).unwrap_or(0);
            let z = first(&mut it);
            x * 7 + y * 5 + z * 11 + it.fold(0, |s, x| s * 3 + *x as i64)
        }
    }
    places_one_after_the_other {
        fn two<'a>(it: &mut impl Iterator<Item = &'a mut i32>) {
            if let Some(x) = it.next() { *x = 1; }
            if let Some(x) = it.next() { *x ^= 5; }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut v = [a, 2, 3, b as i32, 8, 11, 4, 20, 6];
            let mut it = v.iter_mut();
            let Some(first) = it.next() else { return 0 };
            if let Some(second) = it.next() { std::mem::swap(first, second); }
            it.nth(1).map(|x| *x /= 3);
            two(&mut it);
            for x in it.by_ref().take(1) { *x /= 2; }
            let left = it.len();
            let y = it.next().unwrap();
            *y -= 3;
            it.next();
            let none = it.next().is_none();
            let mut w = [[a, 2], [3, b as i32], [8, 11], [5, 4]];
            let mut it = w.iter_mut();
            let first = it.next().unwrap();
            first[1] = 4;
            if let Some([x, y]) = it.next() { *x = *y / 2; }
            while let Some(row) = it.next_back() { row[0] += 1; if row[1] > 8 { break; } }
            let mut n = 0;
            let mut it = v.iter_mut();
            loop { match it.next() { Some(x) if *x > 2 => { *x = 1; n += 1; } Some(_) => n += 10, None => break } }
            let flat = w.iter().flatten().fold(0i64, |s, &x| s * 3 + x as i64);
            v.iter().fold(left as i64 * 10 + none as i64 + n, |s, &x| s.wrapping_mul(3).wrapping_add(x as i64)).wrapping_add(flat)
        }
    }
    parts_that_std_chooses {
        fn median(mut v: [u32; 9]) -> u32 { *v.select_nth_unstable(4).1 }
        fn case(a: i32, b: u32) -> i64 {
            let mut v = [a, b as i32, 3, -4, a ^ 5, 6, 7];
            let (less, mid, more) = v.select_nth_unstable((b % 7) as usize);
            let m = *mid;
            let is_right = less.iter().all(|x| *x <= m) && more.iter().all(|x| *x >= m);
            let mut w = [a as u32, b, 9, 1, 8, 2, 7, 3, b ^ 77];
            let middle = median(w);
            w.select_nth_unstable_by(2, |x, y| y.cmp(x));
            let third = w[2];
            w.select_nth_unstable_by_key(1, |x| x ^ 1);
            let names = [[a, 1], [b as i32, 2]];
            let [x, y] = names.each_ref();
            let firsts = names.each_ref().map(|r| r[0]);
            m as i64 * 10 + is_right as i64 + middle as i64 * 5 + third as i64 * 3 + w[1] as i64 + x[0] as i64 + y[1] as i64 * 3 + firsts[1] as i64
        }
    }
}

/// The items that such a chain has taken would be forgotten, so it is no chain that can be asked.
#[test]
fn what_would_be_forgotten_is_refused() {
    let text = "fn case(v: &[i32]) -> i32 { let mut it = v.iter(); let mut t = it.by_ref().take(2); *t.next().unwrap_or(&0) + *it.next().unwrap_or(&0) }";
    let errors = Module::compile(text).unwrap_err().to_string();
    assert!(
        errors.contains("this iterator remembers more than the one behind `by_ref` or `&mut`"),
        "{errors}"
    );
    let text = "fn case(v: &mut [i32]) { let mut it = v.iter_mut(); let x = it.next(); let y = it.next_if(|x| **x > 3); }";
    assert!(Module::compile(text).is_err());
}
