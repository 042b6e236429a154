//! Patterns of parts of arrays and of references, `()` as a value, casts to what is wanted, and ranges of characters.

use super::{FIRST, SECOND, check};
use vyre::prelude::*;

super::programs! {
    rest_of_an_array {
        fn case(a: i32, b: u32) -> i64 {
            let t = [1i64, a as i64, 3, b as i64, 5];
            let [first, rest @ .., last] = t;
            let [_, mut tail @ ..] = t;
            tail[0] = 9;
            let [[p, _], rows @ ..] = [[1i64, 2], [3, a as i64], [5, 6]];
            let middle = match t { [1, inner @ .., 5] if a > 3 => inner[1], [x, .., y] => x * 100 + y };
            let mut sum = 0;
            for [x, others @ ..] in [[1i64, 2, 3], [a as i64, 5, 6]] { sum = sum * 3 + x + others[1]; }
            first + last * 10 + rest[1] * 100 + rest.len() as i64 + tail[0] * 7 + t[1] + p + rows[0][1] + middle + sum
        }
    }
    rest_of_words {
        fn case(a: i32, b: u32) -> i64 {
            let t = [1u32, 2, b, 4, 5, 6];
            let [x, middle @ .., y] = t;
            let [c, d, pair @ ..] = middle;
            let [e, halves @ ..] = [0.5f32, 1.5, 2.5];
            (x + y + c + d + pair[0] * 10 + pair[1] * 100) as i64 + (halves[0] * halves[1]) as i64 + e as i64 + a as i64
        }
    }
    patterns_behind_references {
        #[derive(Clone, Copy)] struct Part { key: u8, values: [i16; 2], more: (bool, [u32; 3]) }
        const PARTS: [Part; 2] = [Part { key: 1, values: [2, -3], more: (true, [5, 6, 7]) }, Part { key: 2, values: [4, -5], more: (false, [50, 60, 70]) }];
        fn case(a: i32, b: u32) -> i64 {
            let mut t = [3i64, a as i64, 5];
            let [x, y, _] = &t;
            let seen = *x * 10 + *y;
            let &[.., z] = &t;
            { let [p, rest @ ..] = &mut t; *p += 1; rest[1] = *p; }
            { let [p, .., q] = &mut t; core::mem::swap(p, q); }
            let &Part { key, ref values, more: (is_first, words) } = &PARTS[(b % 2) as usize];
            seen + z + t[0] * 100 + t[2] * 1000 + key as i64 + values[1] as i64 + is_first as i64 + words[2] as i64
        }
    }
    names_of_references {
        struct Pair { left: i64, right: [u8; 2] }
        fn case(a: i32, b: u32) -> i64 {
            let mut p = Pair { left: a as i64, right: [1, 2] };
            let Pair { ref mut left, ref right } = p;
            *left += right[1] as i64;
            let mut n = 5i64;
            let ref mut m = n;
            *m += 1;
            let mut t = (3i64, [1i64, 2]);
            { let (ref mut x, ref mut y) = t; *x += b as i64; y[1] = *x; }
            let whole @ (x, [y, _]) = t;
            p.left + n * 10 + t.1[1] * 100 + x + y + whole.0
        }
    }
    slices_that_are_changed_by_parts {
        fn change(s: &mut [i64]) -> i64 { match s { [] => 0, [x] => { *x += 1; *x } [x, rest @ ..] => { *x += rest.len() as i64; rest[0] = 7; *x } } }
        fn case(a: i32, b: u32) -> i64 {
            let mut t = [a as i64, 2, 3];
            let n = change(&mut t) + change(&mut t[..1]) * 100 + change(&mut t[..0]);
            match &mut t { [0, x, ..] => *x = 10, [x, rest @ ..] => { *x += 5; rest[1] = *x; } }
            n * 1000 + t[0] + t[1] * 10 + t[2] * 100 + b as i64
        }
    }
    nothing_is_a_value {
        #[derive(Clone, Copy, PartialEq)] struct Held { n: u32, nothing: () }
        fn of(b: u32) -> (u32, ()) { (b % 9, ()) }
        fn check(a: i32) -> Result<(), u8> { if a % 3 == 0 { return Err(3); } Ok(()) }
        fn takes(_: i64, u: ()) -> i64 { u; 4 }
        fn case(a: i32, b: u32) -> i64 {
            let mut n = 0i64;
            let u = if a > 3 { n += 1; } else { n += 2; };
            let v = for i in 0..3 { n += i; };
            let (m, w) = of(b);
            let held = Held { n: m, nothing: w };
            let other = Held { nothing: u, ..held };
            let done = check(a);
            let mut add = |k: i64| n += k;
            let r = add(3);
            add(5);
            let some = if a > 0 { Some(u) } else { None };
            let mut w = ();
            for i in 0..3 { w = n += i; }
            (u == v) as i64 + (w == u) as i64 * 5 + (held == other) as i64 * 10 + n * 100 + matches!(done, Ok(())) as i64 + some.is_some() as i64 * 1000 + takes(1, r) + m as i64
        }
    }
    casts_to_what_is_wanted {
        struct Byte { n: u8 }
        fn short(b: u32) -> u16 { b as _ }
        fn both(x: u64, y: i16) -> i64 { x as i64 + y as i64 }
        fn case(a: i32, b: u32) -> i64 {
            let y: u64 = b as _;
            let z: i8 = y as _;
            let p = Byte { n: a as _ };
            let t: [i16; 2] = [a as _, (b + 1) as _];
            let some: Option<i64> = Some(b as _);
            let mut n = 5u64;
            n += (y > a as _) as u64;
            let half: f32 = b as _;
            n = n + half as u64;
            z as i64 + p.n as i64 + t[1] as i64 + some.unwrap() + n as i64 + both(a as _, b as _) + short(b) as i64
        }
    }
    variables_of_loops_that_change {
        fn case(a: i32, b: u32) -> i64 {
            let mut s = 0i64;
            'outer: for mut i in (0..6i64).rev().step_by(2) {
                while i > 0 { i -= 1; if i == a as i64 { continue 'outer; } s += i; }
                for mut j in 0..=i { j += 5; s += j; }
            }
            for mut k in 250..=255u8 { k = k.wrapping_add(b as u8); s = s * 3 + k as i64; }
            s
        }
    }
    ranges_of_characters {
        fn case(a: i32, b: u32) -> i64 {
            let mut s = 0i64;
            for c in 'a'..='f' { s = s * 7 + c as i64; if c == 'd' { s += a as i64; } }
            for c in ('x'..'z').rev() { s += c as i64; }
            for c in '\u{D7FE}'..='\u{E001}' { s = s % 100_000 * 7 + c as i64; }
            s + ('a'..='z').filter(|c| *c as u32 % 3 == b % 3).map(|c| c as i64).sum::<i64>() + ('\u{D7FF}'..'\u{E001}').count() as i64
        }
    }
    tables_of_tuples_with_arrays {
        const TABLE: [(u32, [u8; 3]); 3] = [(1, [1, 2, 3]), (7, [4, 5, 6]), (9, [7, 8, 9])];
        fn total(t: (u32, [u8; 3])) -> i64 { t.0 as i64 + t.1[2] as i64 }
        fn case(a: i32, b: u32) -> i64 {
            let i = (b % 3) as usize;
            let (x, y) = TABLE[i];
            x as i64 + y[i] as i64 * 100 + TABLE[(i + 1) % 3].1[(a & 1) as usize] as i64 * 1000 + total(TABLE[i])
        }
    }
    arrays_behind_names {
        struct Text { bytes: [u8; 3] }
        struct Borrowed<'a> { bytes: &'a [u8; 3], all: &'a [u8] }
        fn case(a: i32, b: u32) -> i64 {
            let v = [1i64, 2, a as i64];
            let r = &v;
            let doubled = r.map(|x| x * 2);
            let text = Text { bytes: *b"abc" };
            let borrowed = Borrowed { bytes: b"xyz", all: b"hello" };
            let i = (b % 3) as usize;
            doubled[2] * 100 + (*r)[i] + text.bytes[i] as i64 + borrowed.bytes[i] as i64 * 1000 + borrowed.all[i + 1] as i64 * 7
        }
    }
    zip_asks_as_std_does {
        fn case(a: i32, b: u32) -> i64 {
            let t = [1i64, 2, 3, 4, 5];
            let (mut l, mut m, mut n) = (0i64, 0i64, 0i64);
            for (x, y) in t.iter().map(|v| { m += 1; v }).zip(t[2..].iter().map(|v| { n += 1; v * 10 })) { l += x * y; }
            for (x, y) in (0..5u32).map(|v| { n += 10; v }).zip(&t[1 + (b % 3) as usize..]) { l += x as i64 * y; }
            for (x, y) in t.iter().rev().map(|v| { n += 100; v }).zip(0..3i64) { l += x * y; }
            for (x, y) in t.iter().map(|v| { n += 1000; v }).zip([1i64, 2, 3]) { l += x * y; }
            for (x, y) in t.iter().map(|v| { n += 10_000; v }).skip(1).zip(&t[3..]) { l += x * y; }
            for (x, y) in t.iter().filter(|v| { n += 100_000; **v > 1 }).zip(&t[3..]) { l += x * y; }
            l * 10_000_000 + n * 10 + m + a as i64
        }
    }
    methods_by_path_and_by_value {
        trait Shown { fn get(&self) -> i64; }
        struct Count(i64);
        impl Count { fn get(&mut self) -> i64 { self.0 += 1; self.0 } }
        impl Shown for Count { fn get(&self) -> i64 { 100 } }
        fn case(a: i32, b: u32) -> i64 { let mut c = Count(a as i64); Count::get(&mut c) * 10 + Shown::get(&c) + <Count as Shown>::get(&c) * 1000 + b as i64 }
    }
}

super::texts! {
    items_inside_of_functions_and_beside_them {
        const K: i64 = 5;
        fn h(x: i64) -> i64 { x + 1 }
        mod m {
            pub const K: i64 = 6;
            pub fn h(x: i64) -> i64 { super::h(x) * 2 }
            pub fn all() -> i64 { const K: i64 = 9; fn h(x: i64) -> i64 { x * 100 } h(1) + self::h(2) + super::h(3) + K + self::K * 10 + super::K * 1000 }
        }
        fn case(a: i32, b: u32) -> i64 {
            const K: i64 = 7;
            fn h(x: i64) -> i64 { x - 1 }
            h(a as i64) + self::h(b as i64) * 1000 + K + self::K * 10 + m::all() * 7
        }
    }
    methods_of_arrays {
        trait Own { fn first(&self) -> i64; fn len(&self) -> i64 { 99 } fn add(&mut self, k: i64); }
        impl Own for [i64; 3] { fn first(&self) -> i64 { self[0] + 1000 } fn add(&mut self, k: i64) { self[2] += k; } }
        fn case(a: i32, b: u32) -> i64 {
            let mut w = [1i64, 2, a as i64];
            w.add(5);
            let n = w.first();
            w.add(n);
            n + w[2] * 10 + w.len() * 100_000 + b as i64
        }
    }
    casts_to_what_a_method_or_a_branch_wants {
        struct Scale { k: i8 }
        impl Scale { fn of(&self, v: u16) -> i64 { v as i64 * self.k as i64 } }
        fn low(v: i16) -> i64 { v as i64 }
        fn case(a: i32, b: u32) -> i64 {
            let n: u64 = 5;
            let sum = n.wrapping_add(b as _);
            let signed: i64 = if b > 3 { a as _ } else { -1 };
            let byte: u8 = match b { 0 => 1, v => v as _ };
            let scale = Scale { k: a as _ };
            let inner: i64 = { let three = 3; (b % 7 + three) as _ };
            sum as i64 + signed * 10 + byte as i64 * 100 + 3i64.max(a as _) + scale.of(b as _)
                + low(if b > 9 { a as _ } else { 4 }) + inner + 1u64.rotate_left((b % 60) as _) as i64
        }
    }
    stores_to_what_an_option_has_or_is_given {
        struct Held { o: Option<i64> }
        fn case(a: i32, b: u32) -> i64 {
            let mut o: Option<i64> = if b > 3 { Some(a as i64) } else { None };
            *o.get_or_insert(7) += o.is_some() as i64;
            let r = o.get_or_insert(2);
            *r *= 3;
            let mut s = Held { o: if a > 3 { Some(b as i64) } else { None } };
            *s.o.get_or_insert_with(|| 9) += 1;
            let v = *s.o.get_or_insert(2);
            o.unwrap() + s.o.unwrap() * 100 + v
        }
    }
    elements_of_arrays_by_ref_mut {
        fn case(a: i32, b: u32) -> i64 {
            let mut t = [1i64, 2, a as i64, b as i64];
            { let [ref mut x, ref y, .., ref mut z] = t; *x += *y; *z = *x; }
            { let [ref mut p, ref mut q @ ..] = t; *p += q[0]; q[2] += 1; }
            t[0] + t[1] * 10 + t[2] * 100 + t[3] * 1000
        }
    }
}

/// rustc takes the trait's method here, so that a text must not take the type's own.
#[test]
fn a_method_that_takes_a_reference_comes_before_one_that_takes_an_exclusive_one() {
    let text = "
        trait Shown { fn get(&self) -> i64; }
        struct Count(i64);
        impl Count { fn get(&mut self) -> i64 { self.0 += 1; self.0 } }
        impl Shown for Count { fn get(&self) -> i64 { 100 } }
        fn case(a: i64) -> i64 { let mut c = Count(a); c.get() }
    ";
    let errors = vyre::Module::compile(text).unwrap_err().to_string();
    assert!(errors.contains("`Count` has a method `get` itself and one of a trait"), "{errors}");
}
