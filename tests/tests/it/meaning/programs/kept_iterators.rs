//! Iterators as values: in fields, as results, and where a type of the module is one over iterators.

#![allow(dead_code, unused, clippy::all, reason = "the programs are as people write them")]

use super::{FIRST, SECOND, check, programs, texts};
use vyre::prelude::*;

programs! {
    parsers_with_an_iterator_over_bytes {
        struct P<'a> { it: std::iter::Peekable<std::slice::Iter<'a, u8>> }
        impl<'a> P<'a> {
            fn new(bytes: &'a [u8]) -> Self { P { it: bytes.iter().peekable() } }
            fn number(&mut self) -> u32 {
                let mut n = 0;
                while let Some(d) = self.it.peek() {
                    if !d.is_ascii_digit() { break; }
                    n = n * 10 + (**d - b'0') as u32;
                    self.it.next();
                }
                n
            }
            fn sum(&mut self) -> u32 {
                let mut total = self.number();
                while self.it.next() == Some(&b'+') { total += self.number(); }
                total
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut p = P::new(b"12+30+400");
            p.sum() as i64 + a as i64 + b as i64
        }
    }
    runs_of_what_an_iterator_gives {
        struct Lines<I: Iterator<Item = u32>> { inner: std::iter::Peekable<I> }
        impl<I: Iterator<Item = u32>> Lines<I> {
            fn run(&mut self) -> Option<(u32, u32)> {
                let v = self.inner.next()?;
                let mut n = 1;
                while self.inner.next_if_eq(&v).is_some() { n += 1; }
                Some((v, n))
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let data = [1u32, 1, 2, 2, 2, b, b, 7];
            let mut l = Lines { inner: data.iter().copied().peekable() };
            let mut t = 0i64;
            while let Some((v, n)) = l.run() { t = t * 10 + (v % 7 * n) as i64; }
            t + a as i64
        }
    }
    iterators_of_the_module_over_chains {
        struct Runs<I: Iterator> { inner: std::iter::Peekable<I> }
        impl<I: Iterator<Item = u32>> Iterator for Runs<I> {
            type Item = (u32, usize);
            fn next(&mut self) -> Option<Self::Item> {
                let first = self.inner.next()?;
                let mut n = 1;
                while self.inner.next_if(|&x| x == first).is_some() { n += 1; }
                Some((first, n))
            }
        }
        fn runs<I: Iterator<Item = u32>>(i: I) -> Runs<I> { Runs { inner: i.peekable() } }
        struct Pairs<I>(I);
        impl<T, I: Iterator<Item = T>> Iterator for Pairs<I> { type Item = (T, T); fn next(&mut self) -> Option<(T, T)> { let a = self.0.next()?; let b = self.0.next()?; Some((a, b)) } }
        fn case(a: i32, b: u32) -> i64 {
            let data = [1, 1, 2, b, b, 7, 7, 7];
            let k = b % 5;
            let mut t = a as i64;
            for (v, n) in runs(data.iter().map(|x| x % 3 + k)) { t = t * 10 + v as i64 * n as i64; }
            for (v, n) in runs(data.iter().copied().filter(|x| *x != k)).take(3) { t = t * 10 % 100003 + v as i64 * n as i64; }
            for (x, y) in Pairs(data.iter()) { t = t * 3 + *x as i64 - *y as i64; }
            for (x, y) in Pairs(0..b % 8) { t = t * 3 + (x * y) as i64; }
            t
        }
    }
    a_range_in_a_field {
        struct S { r: std::ops::Range<u32>, k: u32 }
        impl S { fn step(&mut self) -> Option<u32> { self.r.next().map(|x| x * self.k) } }
        struct G<I> { inner: I }
        impl<I: Iterator<Item = u32>> G<I> { fn two(&mut self) -> Option<(u32, u32)> { Some((self.inner.next()?, self.inner.next()?)) } }
        fn case(a: i32, b: u32) -> i64 {
            let mut s = S { r: 3..b, k: 2 };
            let mut t = 0i64;
            while let Some(x) = s.step() { t = t * 3 % 1000 + x as i64; }
            let mut g = G { inner: 1..b };
            while let Some((x, y)) = g.two() { t += (x * y) as i64; }
            t + a as i64
        }
    }
    what_iterators_are_made_of_is_computed_in_the_order_of_the_text {
        struct Z<I: Iterator, J: Iterator> { it: std::iter::Zip<I, J> }
        struct C<I: Iterator, J: Iterator> { it: std::iter::Chain<I, J> }
        struct K<I: Iterator> { k: usize, it: std::iter::Peekable<I> }
        fn next(n: &mut usize, k: usize) -> usize { *n = *n * 10 + k; *n }
        fn multiples(k: usize) -> impl Iterator<Item = usize> { (k..k + 5).map(move |x| x * k) }
        fn case(a: i32, b: u32) -> i64 {
            let xs = [a, 2, 3, 4, 5];
            let mut n = 0usize;
            let mut z = Z { it: xs.iter().take(next(&mut n, 1)).zip([next(&mut n, 2), next(&mut n, 3), 9].into_iter()) };
            let mut t = n as i64 * 1000;
            while let Some((x, y)) = z.it.next() { t = t * 3 + *x as i64 + y as i64; }
            let mut n = 0usize;
            let mut z = Z { it: xs.iter().take(next(&mut n, 1)).zip(multiples(next(&mut n, 2))) };
            while let Some((x, y)) = z.it.next() { t = t * 3 % 1000007 + *x as i64 + y as i64; }
            let mut n = (b % 5) as usize;
            let mut c = C { it: (0..4usize).map(move |x| x + n).chain(multiples(next(&mut n, 2))) };
            while let Some(x) = c.it.next() { t = t * 3 % 1000007 + x as i64; }
            let mut n = 0usize;
            let mut k = K { k: next(&mut n, 3), it: (0..50usize).take(next(&mut n, 1)).map(|x| x + 1).chain([next(&mut n, 2), 9].into_iter()).peekable() };
            while let Some(x) = k.it.next_if(|x| *x != 9) { t = t * 3 % 1000007 + x as i64; }
            t + k.k as i64
        }
    }
    arrays_by_value_from_both_ends {
        struct S<I: Iterator> { it: I }
        fn case(a: i32, b: u32) -> i64 {
            let xs = [a, 2, 3, 4, 5];
            let mut s = S { it: xs.into_iter() };
            let mut t = 0i64;
            while let Some(x) = s.it.next_back() { t = t * 3 + x as i64; if let Some(y) = s.it.next() { t += y as i64; } }
            let mut q = S { it: [1.5f32, 2.0].into_iter().rev() };
            let mut r = S { it: (&xs).into_iter().skip(b as usize % 7) };
            let mut u = S { it: [200, 100, 3].into_iter() };
            let mut w = 0u8;
            while let Some(x) = u.it.next() { w = w.wrapping_add(x); }
            t + s.it.next().is_none() as i64 + q.it.next().unwrap() as i64 * 10 + q.it.next().unwrap_or(9.0) as i64 + r.it.next().map_or(-1, |x| *x as i64) + w as i64
        }
    }
    an_iterator_in_a_field_beside_a_count {
        struct P<'a> { it: std::slice::Iter<'a, u8>, n: u32 }
        impl<'a> P<'a> {
            fn new(bytes: &'a [u8]) -> Self { P { it: bytes.iter(), n: 0 } }
            fn step(&mut self) -> Option<u8> { self.n += 1; self.it.next().copied() }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut p = P::new(b"12+30+400");
            let mut t = 0;
            while let Some(x) = p.step() { t = t * 3 + x as i64; }
            t + p.n as i64 + a as i64 + b as i64
        }
    }
}

texts! {
    all_kinds_of_iterators_in_fields {
        use std::iter::{Peekable, Enumerate, Rev, Zip, Take, Skip, StepBy, Copied, Chain};
        use std::slice::Iter;
        use std::ops::Range;
        struct A<'a> { e: Enumerate<Iter<'a, i32>>, r: Rev<Iter<'a, i32>>, z: Zip<Copied<Iter<'a, i32>>, Range<u32>> }
        struct B { t: Take<StepBy<Range<u32>>>, c: Chain<Range<u32>, Range<u32>>, s: Skip<std::array::IntoIter<u32, 4>> }
        fn case(a: i32, b: u32) -> i64 {
            let xs = [a, 3, 5, -7, 9];
            let mut v = A { e: xs.iter().enumerate(), r: xs.iter().rev(), z: xs.iter().copied().zip(2..b) };
            let mut t = 0i64;
            while let Some((i, x)) = v.e.next() { t = t * 3 + (i as i32 * *x) as i64; if i == 2 { break; } }
            t += v.e.map(|(i, x)| i as i64 + *x as i64).sum::<i64>();
            for x in v.r.by_ref().take(2) { t = t * 5 + *x as i64; }
            t = t * 7 + v.r.next().map_or(-1, |x| *x as i64);
            for (x, k) in v.z { t = t * 3 % 1000007 + x as i64 + k as i64; }
            let mut w = B { t: (1..100).step_by(7).take(4), c: (0..2).chain(10..12), s: [1, 2, 3, b].into_iter().skip(2) };
            w.c.next();
            for x in w.t { t = t * 3 + x as i64; }
            for x in w.c { t = t * 3 % 1000007 + x as i64; }
            t + w.s.sum::<u32>() as i64
        }
    }
    a_lexer_and_a_parser_that_look_ahead {
        use std::iter::Peekable;
        use std::str::Chars;
        struct Lexer<'a> { chars: Peekable<Chars<'a>> }
        #[derive(Debug, Clone, Copy, PartialEq)]
        enum Token { Num(i64), Op(char), Open, Close }
        impl<'a> Lexer<'a> {
            fn new(s: &'a str) -> Self { Lexer { chars: s.chars().peekable() } }
        }
        impl<'a> Iterator for Lexer<'a> {
            type Item = Token;
            fn next(&mut self) -> Option<Token> {
                while let Some(c) = self.chars.peek() {
                    if c.is_whitespace() { self.chars.next(); } else { break; }
                }
                let c = self.chars.next()?;
                Some(match c {
                    '(' => Token::Open,
                    ')' => Token::Close,
                    '0'..='9' => {
                        let mut n = c.to_digit(10).unwrap() as i64;
                        while let Some(&d) = self.chars.peek() {
                            if let Some(v) = d.to_digit(10) { n = n * 10 + v as i64; self.chars.next(); } else { break; }
                        }
                        Token::Num(n)
                    }
                    op => Token::Op(op),
                })
            }
        }
        struct Parser<'a> { tokens: Peekable<Lexer<'a>> }
        impl<'a> Parser<'a> {
            fn new(s: &'a str) -> Self { Parser { tokens: Lexer::new(s).peekable() } }
            fn sum(&mut self) -> Option<i64> {
                let mut v = self.atom()?;
                while let Some(Token::Op(o)) = self.tokens.peek().copied() {
                    self.tokens.next();
                    let r = self.atom()?;
                    match o { '+' => v += r, '-' => v -= r, '*' => v *= r, _ => return None }
                }
                Some(v)
            }
            fn atom(&mut self) -> Option<i64> {
                match self.tokens.next()? { Token::Num(n) => Some(n), Token::Op('-') => match self.tokens.next()? { Token::Num(n) => Some(-n), _ => None }, _ => None }
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let v = Parser::new("12 + 34 * 2 - 7").sum().unwrap_or(-1);
            v + a as i64 + b as i64
        }
    }
}

#[test]
fn sizes_of_zero_fail_where_the_iterator_is_made() {
    let text = "
        struct Stepping<'a> { it: std::iter::StepBy<std::slice::Iter<'a, u32>> }
        struct Parts<'a> { it: std::slice::Chunks<'a, u32> }
        struct Views<'a> { it: std::slice::Windows<'a, u32> }
        fn stepping(n: u32) -> u32 { let xs = [1, 2, 3]; let s = Stepping { it: xs.iter().step_by(n as usize) }; 1 }
        fn parts(n: u32) -> u32 { let xs = [1, 2, 3]; let s = Parts { it: xs.chunks(n as usize) }; 1 }
        fn views(n: u32) -> u32 { let xs = [1, 2, 3]; let s = Views { it: xs.windows(n as usize) }; 1 }
    ";
    let module = vyre::Module::compile(text).unwrap();
    for name in ["stepping", "parts", "views"] {
        let call = |n: u32| module.function(name).unwrap().call(&[vyre::Value::U32(n)]);
        assert_eq!(call(2).unwrap(), vyre::Value::U32(1), "{name}");
        let error = call(0).unwrap_err();
        assert!(matches!(error, vyre::Error::Assertion { .. }), "{name}: {error}");
    }
}
