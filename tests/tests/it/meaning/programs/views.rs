//! Structs and enums with slices and references in fields, functions over them, and lists of texts.

use super::{FIRST, SECOND, check};
use vyre::prelude::*;

programs! {
    slices_in_fields {
        struct View<'a> { data: &'a [i32], width: usize }
        impl View<'_> { fn at(&self, x: usize, y: usize) -> i32 { self.data[y * self.width + x] } fn row(&self, y: usize) -> &[i32] { &self.data[y * self.width..(y + 1) * self.width] } }
        fn case(a: i32, b: u32) -> i64 { let d = [1, 2, 3, 4, 5, a]; let v = View { data: &d, width: 3 }; v.at(1, 1) as i64 + v.row(1).iter().map(|&x| x as i64).sum::<i64>() * 100 }
    }
    slices_in_fields_of_copies {
        #[derive(Clone, Copy)]
        struct View<'a> { data: &'a [i32], width: usize }
        impl<'a> View<'a> { fn new(data: &'a [i32], width: usize) -> Self { Self { data, width } } fn height(&self) -> usize { self.data.len() / self.width } fn at(&self, x: usize, y: usize) -> Option<i32> { if x < self.width { self.data.get(y * self.width + x).copied() } else { None } } }
        fn total(v: &View) -> i64 { let mut t = 0; for y in 0..v.height() { for x in 0..v.width { t += v.at(x, y).unwrap_or(0) as i64 * (x + 10 * y + 1) as i64; } } t }
        fn case(a: i32, b: u32) -> i64 { let d = [1, 2, 3, 4, 5, a]; let v = View::new(&d, 2); let w = View::new(&d[..4], 2); total(&v) * 7 + total(&w) }
    }
    a_parser_over_a_slice {
        struct Parser<'a> { text: &'a [u8], pos: usize }
        impl<'a> Parser<'a> {
            fn new(text: &'a [u8]) -> Self { Parser { text, pos: 0 } }
            fn peek(&self) -> Option<u8> { self.text.get(self.pos).copied() }
            fn next(&mut self) -> Option<u8> { let c = self.peek()?; self.pos += 1; Some(c) }
            fn number(&mut self) -> Option<i64> { let mut n = 0; let start = self.pos; while let Some(c) = self.peek() { if !c.is_ascii_digit() { break; } n = n * 10 + (c - b'0') as i64; self.pos += 1; } if self.pos == start { None } else { Some(n) } }
            fn rest(&self) -> &'a [u8] { &self.text[self.pos..] }
        }
        fn case(a: i32, b: u32) -> i64 { let mut p = Parser::new(b"123+45"); let x = p.number().unwrap_or(-1); let op = p.next(); let y = p.number().unwrap_or(-1); let r = p.rest().len(); x + y * 1000 + r as i64 + if op == Some(b'+') { a as i64 } else { 0 } }
    }
    references_in_fields {
        struct Config { width: u32, height: u32 }
        struct Ctx<'a> { cfg: &'a Config, scale: u32 }
        impl Ctx<'_> { fn area(&self) -> u32 { self.cfg.width * self.cfg.height * self.scale } }
        fn case(a: i32, b: u32) -> i64 { let c = Config { width: b % 10, height: 3 }; let x = Ctx { cfg: &c, scale: 2 }; x.area() as i64 }
    }
    references_to_arrays_in_fields {
        struct Ctx<'a> { t: &'a [i32; 4], k: usize }
        impl Ctx<'_> { fn get(&self, i: usize) -> i32 { self.t[i % 4] * self.k as i32 } }
        fn case(a: i32, b: u32) -> i64 { let t = [1, 2, 3, a]; let x = Ctx { t: &t, k: 2 }; x.get(b as usize) as i64 }
    }
    options_of_slices_as_parameters {
        fn sum(s: Option<&[i32]>) -> i64 { match s { Some(s) => s.iter().map(|&x| x as i64).sum(), None => -1 } }
        fn case(a: i32, b: u32) -> i64 { let x = [1, 2, a]; sum(Some(&x[1..])) * 10 + sum(None) }
    }
    several_slices_in_fields {
        struct Csr<'a> { rows: &'a [u32], cols: &'a [u32], values: &'a [f32] }
        impl<'a> Csr<'a> {
            fn row(&self, r: usize) -> (&'a [u32], &'a [f32]) { let (from, to) = (self.rows[r] as usize, self.rows[r + 1] as usize); (&self.cols[from..to], &self.values[from..to]) }
            fn dot(&self, r: usize, x: &[f32]) -> f32 { let (cols, values) = self.row(r); cols.iter().zip(values).map(|(&c, &v)| v * x[c as usize]).sum() }
        }
        fn case(a: i32, b: u32) -> i64 { let m = Csr { rows: &[0, 2, 3], cols: &[0, 2, 1], values: &[1.0, 2.0, 3.0] }; let x = [1.0, (b & 7) as f32, (a & 7) as f32]; (m.dot(0, &x) * 10.0 + m.dot(1, &x)) as i64 }
    }
    functions_give_structs_with_slices {
        #[derive(Clone, Copy)]
        struct Csr<'a> { rows: &'a [u32], cols: &'a [u32] }
        impl<'a> Csr<'a> {
            fn new(rows: &'a [u32], cols: &'a [u32]) -> Self { assert!(!rows.is_empty()); Csr { rows, cols } }
            fn degree(&self, r: usize) -> u32 { self.rows[r + 1] - self.rows[r] }
            fn swapped(self) -> Self { Csr { rows: self.rows, ..self } }
        }
        fn widest(g: &Csr<'_>, n: usize) -> u32 { (0..n).map(|r| g.degree(r)).max().unwrap_or(0) }
        fn case(a: i32, b: u32) -> i64 { let rows = [0, 2, 3, 3 + b % 9]; let cols = [0, 2, 1]; let g = Csr::new(&rows, &cols); widest(&g, 3) as i64 + g.swapped().cols.len() as i64 * 100 + g.cols[1] as i64 }
    }
    structs_with_slices_in_structs {
        struct View<'a> { data: &'a [i32], off: usize }
        struct Pair<'a> { left: View<'a>, right: View<'a> }
        impl<'a> View<'a> { fn at(&self, i: usize) -> i32 { self.data[self.off + i] } fn shifted(&self, n: usize) -> View<'a> { View { data: self.data, off: self.off + n } } }
        impl Pair<'_> { fn dot(&self, n: usize) -> i32 { (0..n).map(|i| self.left.at(i) * self.right.at(i)).sum() } }
        fn case(a: i32, b: u32) -> i64 { let x = [1, 2, 3, a & 255]; let y = [5, 6, 7, 8]; let p = Pair { left: View { data: &x, off: 0 }.shifted(1), right: View { data: &y, off: 1 } }; p.dot(3) as i64 }
    }
    a_reader_of_bytes {
        struct Reader<'a> { data: &'a [u8], pos: usize }
        impl<'a> Reader<'a> {
            fn u8(&mut self) -> Option<u8> { let b = *self.data.get(self.pos)?; self.pos += 1; Some(b) }
            fn varint(&mut self) -> Option<u32> { let mut v = 0; for shift in (0..32).step_by(7) { let b = self.u8()?; v |= ((b & 0x7f) as u32) << shift; if b < 0x80 { return Some(v); } } None }
            fn take(&mut self, n: usize) -> Option<&'a [u8]> { let s = self.data.get(self.pos..self.pos + n)?; self.pos += n; Some(s) }
            fn skip_while(&mut self, f: impl Fn(u8) -> bool) -> usize { let start = self.pos; while self.pos < self.data.len() && f(self.data[self.pos]) { self.pos += 1; } self.pos - start }
        }
        fn case(a: i32, b: u32) -> i64 { let d = [0x96, 1, 3, 65, 66, 67, b'1', b'2', (b & 127) as u8]; let mut r = Reader { data: &d, pos: 0 }; let v = r.varint().unwrap(); let n = r.varint().unwrap() as usize; let s = r.take(n).unwrap(); let k = s.iter().map(|&x| x as i64).sum::<i64>(); let w = r.skip_while(|c| c.is_ascii_digit()); v as i64 * 1000 + k + w as i64 * 7 + r.varint().map_or(-1, |x| x as i64) }
    }
    slices_of_parameters_in_fields {
        struct View<'a, T> { data: &'a [T], width: usize }
        impl<'a, T: Copy + Default> View<'a, T> { fn at(&self, x: usize, y: usize) -> T { self.data.get(y * self.width + x).copied().unwrap_or_default() } }
        fn case(a: i32, b: u32) -> i64 { let d = [1i64, 2, 3, a as i64]; let v = View { data: &d, width: 2 }; let e = [b, 2]; let w = View { data: &e, width: 1 }; v.at(1, 1) * 10 + v.at(0, 9) + w.at(0, 0) as i64 }
    }
    slices_in_variants {
        #[derive(Clone, Copy)] enum Tok<'a> { Num(i64), Word(&'a [u8]), End }
        fn next<'a>(s: &mut &'a [u8]) -> Tok<'a> { Tok::End }
        fn lex(text: &[u8], at: usize) -> (Tok<'_>, usize) { match text.get(at) { None => (Tok::End, at), Some(c) if c.is_ascii_digit() => { let mut n = 0; let mut k = at; while k < text.len() && text[k].is_ascii_digit() { n = n * 10 + (text[k] - b'0') as i64; k += 1; } (Tok::Num(n), k) } Some(_) => { let mut k = at; while k < text.len() && !text[k].is_ascii_digit() { k += 1; } (Tok::Word(&text[at..k]), k) } } }
        fn case(a: i32, b: u32) -> i64 { let t = b"ab12c345"; let mut at = (b % 4) as usize; let mut sum = 0; loop { let (tok, next) = lex(t, at); at = next; match tok { Tok::Num(n) => sum += n, Tok::Word(w) => sum += w.len() as i64 * 1000, Tok::End => break } } sum }
    }
    slices_in_fields_are_assigned_to {
        struct V<'a> { d: &'a [i32] }
        impl V<'_> { fn at(&self, i: usize) -> i32 { self.d[i] } }
        fn case(a: i32, b: u32) -> i64 { let x = [1, 2, a, 4]; let mut m = V { d: &x }; let y = m.at(2); m.d = &x[1..]; m.at(2) as i64 + y as i64 * 10 }
    }
    each_call_has_arrays_of_its_own {
        struct V<'a> { d: &'a [i32] }
        fn sum(v: &V) -> i64 { v.d.iter().map(|&x| x as i64).sum() }
        fn case(a: i32, b: u32) -> i64 { let x = [1, 2, a]; let mut t = 0; for k in 0..3 { let y = [k, b as i32, k * 2, 4]; t += sum(&V { d: &y }) + sum(&V { d: &x[k as usize..] }) * 7; } t }
    }
    structs_with_slices_in_loops {
        struct V<'a> { d: &'a [i32] }
        fn case(a: i32, b: u32) -> i64 { let x = [1, 2, 3, a]; let mut v = V { d: &x[..0] }; for k in 0..3 { if k != 1 { v = V { d: &x[k..] }; } } v.d[1] as i64 + v.d.len() as i64 }
    }
    a_list_where_a_slice_is_wanted {
        struct V<'a> { d: &'a [i32] }
        fn case(a: i32, b: u32) -> i64 { let m = V { d: &[1, 2, 3] }; m.d[1] as i64 + m.d.len() as i64 * 10 }
    }
    arms_that_panic {
        fn f(op: u32, x: i32) -> Option<i32> { let v = match op { 0 => x, o => { match o { 1 => x + 1, 2 => x.checked_div(3)?, _ => unreachable!() } } }; Some(v) }
        fn case(a: i32, b: u32) -> i64 { f(b % 3, a).unwrap() as i64 }
    }
    arms_of_variants_that_panic {
        #[derive(Clone, Copy)] enum I { A, B, V(i32) }
        fn f(op: I, x: i32) -> i32 { match op { I::A => x + 1, I::B => x - 2, I::V(_) => unreachable!() } }
        fn case(a: i32, b: u32) -> i64 { f(if b % 2 == 1 { I::A } else { I::B }, a) as i64 }
    }
    what_is_peeked_at_is_a_reference {
        fn case(a: i32, b: u32) -> i64 { let x = [1, 1, 2, 9]; let mut it = x.iter().peekable(); let mut t = 0; while let Some(v) = it.next() { if it.peek() == Some(&v) { t += 100; } t += *v as i64; } t }
    }
}

texts! {
    lists_of_texts {
        const NAMES: [&str; 3] = ["zero", "one", "two"];
        fn case(a: i32, b: u32) -> i64 { let n = NAMES[(b % 3) as usize]; n.len() as i64 + n.as_bytes()[0] as i64 }
    }
    texts_in_tuples {
        const NUMERALS: [(u32, &str); 4] = [(10, "X"), (9, "IX"), (5, "V"), (1, "I")];
        fn case(a: i32, b: u32) -> i64 { let mut n = b % 30; let mut len = 0; for (value, digits) in NUMERALS.iter() { while n >= *value { n -= value; len += digits.len(); } } for (value, digits) in NUMERALS { len += digits.len() * value as usize; } len as i64 }
    }
    texts_as_results {
        #[derive(Clone, Copy, PartialEq)] enum Day { Mon, Tue, Sun }
        impl Day { fn name(&self) -> &'static str { match self { Day::Mon => "Monday", Day::Tue => "Tuesday", Day::Sun => "Sunday" } } fn from_name(s: &str) -> Option<Day> { match s { "Monday" => Some(Day::Mon), "Sunday" => Some(Day::Sun), _ => None } } }
        fn fizz(n: u32) -> Option<&'static str> { match (n % 3, n % 5) { (0, 0) => Some("FizzBuzz"), (0, _) => Some("Fizz"), (_, 0) => Some("Buzz"), _ => None } }
        fn case(a: i32, b: u32) -> i64 { let d = [Day::Mon, Day::Tue, Day::Sun][(b % 3) as usize]; d.name().len() as i64 * 10 + Day::from_name(d.name()).is_some() as i64 + fizz(b).map_or(0, |s| s.len() as i64 * 1000 + s.as_bytes()[0] as i64 * 100_000) }
    }
    texts_as_patterns {
        fn code(s: &str) -> i64 { match s { "add" => 1, "sub" => 2, _ => 0 } }
        fn case(a: i32, b: u32) -> i64 { code("sub") * 10 + code("add") + code("x") }
    }
    texts_in_patterns {
        fn code(s: &str, n: u32) -> i64 { match (s, n) { ("add", 0) => 1, ("sub" | "neg", _) => 2, _ => 0 } }
        fn case(a: i32, b: u32) -> i64 { code("sub", b) * 10 + code("add", b) + code("neg", 1) * 100 }
    }
}

/// Slices of a kernel's buffers in fields, on every device.
#[vyre::module]
mod buffers {
    use vyre::prelude::*;

    struct Matrix<'a> {
        rows: &'a [u32],
        columns: &'a [u32],
        values: &'a [f32],
    }

    impl<'a> Matrix<'a> {
        fn new(rows: &'a [u32], columns: &'a [u32], values: &'a [f32]) -> Self {
            Matrix { rows, columns, values }
        }

        fn row(&self, at: usize) -> (&'a [u32], &'a [f32]) {
            let (from, to) = (self.rows[at] as usize, self.rows[at + 1] as usize);
            (&self.columns[from..to], &self.values[from..to])
        }
    }

    #[kernel]
    pub(super) fn multiply(rows: &[u32], columns: &[u32], values: &[f32], vector: &[f32], out: &mut [f32]) {
        let i = invocation_id().x as usize;
        if i < out.len() {
            let (columns, values) = Matrix::new(rows, columns, values).row(i);
            out[i] =
                columns.iter().zip(values).map(|(&column, &value)| value * vector[column as usize]).sum();
        }
    }
}

#[test]
fn buffers_are_in_fields() {
    // [2 0 1], [0 0 0] and [0 3 0] with (5, 7, 11).
    for device in vyre_tests::devices().into_iter().chain([Device::reference(), Device::checked()]) {
        let mut out = [9.0; 3];
        let (rows, columns, values) = ([0, 2, 2, 3], [0, 2, 1], [2.0, 1.0, 3.0]);
        buffers::multiply(&rows, &columns, &values, &[5.0, 7.0, 11.0], &mut out).dispatch(&device).unwrap();
        assert_eq!(out, [21.0, 0.0, 21.0], "{device}");
    }
}
