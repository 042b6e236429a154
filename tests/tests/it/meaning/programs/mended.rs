//! What first versions of programs wrote and the language did not have, each by itself.

use super::{FIRST, SECOND, check};
use vyre::prelude::*;

programs! {
    both_halves_of_a_slice_in_one_call {
        fn g(a: &mut [i64], b: &mut [i64]) { for i in 0..a.len() { let k = a[i]; a[i] = b[i] * 2; b[i] = k; } }
        fn h(a: &[i64], b: &mut [i64], c: &mut i64) { b[0] += a.iter().sum::<i64>(); *c -= a[0]; }
        fn split(t: &mut [i64], k: usize) { let (l, r) = t.split_at_mut(k); let (m, n) = r.split_at_mut(1); h(l, m, &mut n[0]); g(&mut l[..1], n); }
        fn case(a: i32, b: u32) -> i64 { let mut t = [a as i64 % 100, 2, 3, b as i64 % 50]; let (l, r) = t.split_at_mut(2); g(l, r); split(&mut t, 1 + b as usize % 2); t.iter().fold(0, |s, v| s * 1000 + v) }
    }
    variables_named_as_constants_elsewhere {
        mod m { pub const N: i64 = 3; }
        fn case(a: i32, b: u32) -> i64 { let N = 4; N * 10 + m::N + a as i64 + b as i64 }
    }
    constants_from_what_is_wanted {
        #[derive(Clone, Copy)] struct Big<const N: usize> { limbs: [u32; N] }
        fn make<const N: usize>(n: u32) -> Big<N> { Big { limbs: [n; N] } }
        fn case(a: i32, b: u32) -> i64 { let f: Big<8> = make(b % 100); f.limbs.iter().sum::<u32>() as i64 + a as i64 }
    }
    lengths_that_follow_in_a_match {
        struct P<const N: usize> { code: [u8; N], len: usize }
        impl<const N: usize> P<N> { fn compile(s: &[u8]) -> Result<Self, u32> { let mut p = P { code: [0; N], len: 0 }; for b in s { if p.len == N { return Err(9); } p.code[p.len] = *b; p.len += 1; } Ok(p) } }
        fn case(a: i32, b: u32) -> i64 { let p: P<32> = match P::compile(b"hello") { Ok(p) => p, Err(e) => return e as i64 }; p.code.len() as i64 + p.len as i64 * 100 + a as i64 + b as i64 }
    }
    the_length_of_an_array_from_a_function_that_takes_it {
        fn total(v: &[u32; 8]) -> u32 { v.iter().sum() }
        fn case(a: i32, b: u32) -> i64 { let v = std::array::from_fn(|i| i as u32 + b % 7); total(&v) as i64 + a as i64 }
    }
    constants_from_lists {
        #[derive(Clone, Copy)] struct M<const R: usize, const C: usize> { data: [[f64; C]; R] }
        impl<const R: usize, const C: usize> M<R, C> { fn new(data: [[f64; C]; R]) -> Self { Self { data } } fn map(self, f: impl Fn(f64) -> f64) -> Self { Self { data: self.data.map(|row| row.map(&f)) } } }
        impl M<2, 2> { fn inverse(self) -> Option<Self> { let [[a, b], [c, d]] = self.data; let det = a * d - b * c; if det.abs() < 1e-12 { return None; } Some(M::new([[d, -b], [-c, a]]).map(|x| x / det)) } }
        fn case(a: i32, b: u32) -> i64 { let m = M::new([[a as f64, 2.0], [3.0, b as f64]]); m.inverse().map_or(-1, |m| (m.data[0][1] * 1000.0) as i64) }
    }
    constants_of_functions_over_iterators {
        fn histogram<const BINS: usize>(data: impl IntoIterator<Item = u32>) -> [u32; BINS] { let mut bins = [0; BINS]; for x in data { bins[x as usize % BINS] += 1; } bins }
        fn case(a: i32, b: u32) -> i64 { let bins: [u32; 5] = histogram([1, 2, 3, b].iter().copied().filter(|x| *x > 1)); bins.iter().fold(a as i64, |h, &n| h * 10 + n as i64) }
    }
    constants_of_the_owner_of_a_function_that_takes_functions {
        struct Map<const W: usize, const H: usize> { cells: [[u8; W]; H] }
        impl<const W: usize, const H: usize> Map<W, H> { fn generate(f: impl Fn(usize, usize) -> u32) -> Self { let mut cells = [[0; W]; H]; for (y, row) in cells.iter_mut().enumerate() { for (x, c) in row.iter_mut().enumerate() { *c = f(x, y) as u8; } } Map { cells } } }
        fn case(a: i32, b: u32) -> i64 { let m = Map::<3, 2>::generate(|x, y| x as u32 * 7 + y as u32 * (b % 5)); m.cells[1][2] as i64 + a as i64 }
    }
    constants_from_tables {
        fn convolve<const N: usize>(k: &[[i32; N]; N], x: i32) -> i32 { let mut s = 0; for row in k { for &v in row { s = s * 3 + v * x; } } s }
        const K: [[i32; 3]; 3] = [[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]];
        fn case(a: i32, b: u32) -> i64 { convolve(&K, a % 100) as i64 + b as i64 }
    }
    constant_arrays_in_loops_are_values {
        const W: [u64; 4] = [2, 3, 5, 7];
        fn small(n: u64) -> bool { for p in W { if n % p == 0 { return n == p; } } false }
        fn case(a: i32, b: u32) -> i64 { small(b as u64) as i64 + a as i64 }
    }
    alternatives_in_a_let {
        enum S { A { f: u8 }, B { f: u8, t: u8 }, C(u8) }
        fn floor(s: &S) -> u8 { let (S::A { f } | S::B { f, .. } | S::C(f)) = *s; f }
        fn case(a: i32, b: u32) -> i64 { let s = match b % 3 { 0 => S::A { f: 7 }, 1 => S::B { f: 8, t: 2 }, _ => S::C(a as u8) }; floor(&s) as i64 }
    }
    methods_of_options_as_functions {
        fn case(a: i32, b: u32) -> i64 { let v = [Some(a), None, Some(3)]; let w = [b as i8, 2].map(Some); v.iter().position(Option::is_none).unwrap() as i64 + v.iter().filter(|x| x.is_some()).count() as i64 + w[0].map_or(0, i64::from) }
    }
    tuple_structs_and_variants_as_functions {
        #[derive(Clone, Copy, PartialEq)] struct Gf(u8);
        #[derive(Clone, Copy)] enum U { Row(usize), Col { c: usize }, Blk(usize) }
        fn units() -> impl Iterator<Item = U> { (0..3).map(U::Row).chain((0..2).map(U::Blk)) }
        fn case(a: i32, b: u32) -> i64 { let p = [a as u8, b as u8, 4].map(Gf); let mut t = 0; for u in units() { t = t * 5 + match u { U::Row(r) => r, U::Blk(k) => k + 7, U::Col { c } => c }; } p.iter().map(|g| g.0 as i64).sum::<i64>() + t as i64 }
    }
    names_of_types_with_constants {
        type St<const N: usize> = [f64; N];
        fn axpy<const N: usize>(y: &St<N>, h: f64, k: &St<N>) -> St<N> { std::array::from_fn(|i| y[i] + h * k[i]) }
        fn case(a: i32, b: u32) -> i64 { let r = axpy(&[a as f64, 1.0, 2.0], 0.5, &[b as f64, 2.0, 4.0]); (r[0] * 2.0) as i64 + r[2] as i64 }
    }
    arrays_from_nothing {
        fn case(a: i32, b: u32) -> i64 { let mut s = b as u64 + 99; let pts = [(); 5].map(|()| { s ^= s << 13; s ^= s >> 7; (s % 41) as i32 - 20 }); pts.iter().fold(a as i64, |h, &p| h * 3 + p as i64) }
    }
    the_first_place_that_fits {
        fn case(a: i32, b: u32) -> i64 { let mut e = [Some(3), None, None]; for k in 0..(b % 5) { let Some(slot) = e.iter_mut().find(|slot| slot.is_none()) else { return -1 }; *slot = Some(k as i32 * 2 + a); } e.iter().flatten().map(|&x| x as i64).sum() }
    }
    numbers_in_parts_that_follow {
        fn bb(points: impl Iterator<Item = (i32, i32)>) -> Option<((i32, i32), (i32, i32))> { points.fold(None, |bounds, (x, y)| match bounds { None => Some(((x, y), (x, y))), Some(((x0, y0), (x1, y1))) => Some(((x0.min(x), y0.min(y)), (x1.max(x), y1.max(y)))) }) }
        fn case(a: i32, b: u32) -> i64 { let Some(((x0, y0), (x1, y1))) = bb([(a % 9, 3), (2, (b % 11) as i32)].iter().copied()) else { return 0 }; (x0 * 1000 + y0 * 100 + x1 * 10 + y1) as i64 }
    }
    sums_of_values_and_of_references {
        #[derive(Clone, Copy, PartialEq)] struct R { n: i64 }
        impl std::ops::Add for R { type Output = R; fn add(self, o: R) -> R { R { n: self.n + o.n } } }
        impl std::iter::Sum for R { fn sum<I: Iterator<Item = Self>>(iter: I) -> Self { iter.fold(R { n: 0 }, |a, b| a + b) } }
        impl<'a> std::iter::Sum<&'a R> for R { fn sum<I: Iterator<Item = &'a R>>(iter: I) -> Self { iter.copied().sum() } }
        fn case(a: i32, b: u32) -> i64 { let v = [R { n: a as i64 }, R { n: b as i64 }]; let t: R = v.iter().sum(); let u: R = v.into_iter().sum(); t.n * 2 + u.n }
    }
    chains_that_functions_of_types_give {
        struct Map { slots: [Option<u32>; 8] }
        impl Map { fn probe(key: u32) -> impl Iterator<Item = usize> { (0..8).map(move |i| (key as usize + i * (i + 1) / 2) & 7) }
        fn insert(&mut self, key: u32) -> usize { let free = Self::probe(key).find(|&at| !matches!(self.slots[at], Some(_))).expect("full"); self.slots[free] = Some(key); free } }
        fn case(a: i32, b: u32) -> i64 { let mut m = Map { slots: [None; 8] }; let mut h = a as i64; for k in 0..5 { h = h * 9 + m.insert(b % 4 + k / 2) as i64; } h }
    }
    associated_constants_of_open_types {
        #[derive(Clone, Copy)] struct M<const R: usize, const C: usize> { data: [[f64; C]; R] }
        impl<const R: usize, const C: usize> M<R, C> { const ZERO: Self = M { data: [[0.0; C]; R] }; fn tr(&self) -> M<C, R> { let mut r = M::ZERO; for i in 0..R { for j in 0..C { r.data[j][i] = self.data[i][j]; } } r } }
        fn case(a: i32, b: u32) -> i64 { let m = M::new([[a as f64, 2.0, 4.0], [3.0, b as f64, 7.0]]).tr(); m.data[2][1] as i64 + m.data[0][0] as i64 }
        impl<const R: usize, const C: usize> M<R, C> { fn new(data: [[f64; C]; R]) -> Self { Self { data } } }
    }
    from_of_a_type_with_parameters {
        #[derive(Clone, Copy)] struct B<const N: usize> { l: [u32; N] }
        impl<const N: usize> From<u64> for B<N> { fn from(v: u64) -> Self { let mut l = [0; N]; l[0] = v as u32; Self { l } } }
        impl<const N: usize> std::ops::Add for B<N> { type Output = Self; fn add(mut self, o: Self) -> Self { for i in 0..N { self.l[i] += o.l[i]; } self } }
        fn fib<const N: usize>(n: u32) -> B<N> { let (mut a, mut b) = (B::from(0), B::from(1)); for _ in 0..n { (a, b) = (b, a + b); } a }
        fn case(a: i32, b: u32) -> i64 { let f: B<8> = fib(b % 20); f.l[0] as i64 + a as i64 }
    }
    default_variants {
        #[derive(Clone, Copy, PartialEq, Default)] enum D { Up, #[default] Idle }
        fn case(a: i32, b: u32) -> i64 { let d = if a > 0 { D::Up } else { D::default() }; d as i64 + b as i64 }
    }
    chains_that_functions_of_types_with_constants_give {
        struct Mp<const W: usize, const H: usize> { c: [[u8; W]; H] }
        impl<const W: usize, const H: usize> Mp<W, H> { fn nb(x: usize, y: usize) -> impl Iterator<Item = (usize, usize)> { [(0, 1), (1, 0), (0, -1), (-1, 0)].into_iter().filter_map(move |(dx, dy): (i32, i32)| { let nx = x.checked_add_signed(dx as isize)?; let ny = y.checked_add_signed(dy as isize)?; (nx < W && ny < H).then_some((nx, ny)) }) } }
        fn case(a: i32, b: u32) -> i64 { Mp::<3, 2>::nb((b % 3) as usize, 1).filter(|&(x, y)| x + y > 0).count() as i64 + a as i64 }
    }
    slices_of_what_self_has {
        const NUMERALS: [(u32, &str); 3] = [(1000, "M"), (900, "CM"), (1, "I")];
        struct Text { bytes: [u8; 8], len: usize }
        impl Text { fn as_bytes(&self) -> &[u8] { &self.bytes[..self.len] } }
        fn case(a: i32, b: u32) -> i64 { let t = Text { bytes: [1; 8], len: 3 }; let longest = NUMERALS.iter().filter(|(v, s)| *v < b && s.len() == 2).map(|&(v, _)| v).max().unwrap_or_default(); longest as i64 + t.as_bytes().len() as i64 }
    }
    characters_of_a_text {
        fn parse(text: &str) -> Option<u32> { let mut n = 0u32; for (i, c) in text.chars().enumerate() { if let Some(d) = c.to_digit(10) { n = n * 10 + d; } else { return Some(n + i as u32 * 1000 + c as u32); } } if n == 0 { None } else { Some(n) } }
        fn case(a: i32, b: u32) -> i64 { let t = ["123", "45x", "0", "hü€"][(b % 4) as usize]; parse(t).map_or(-1, |n| n as i64) + a as i64 + t.chars().filter(|c| c.is_ascii_digit()).count() as i64 + t.chars().map(|c| c as i64).sum::<i64>() }
    }
    into_in_the_parts_of_a_tuple {
        fn at(x: usize, y: u64) -> u64 { x as u64 * 10 + y }
        fn case(a: i32, b: u32) -> i64 { let mut st = [(0usize, 0u32); 2]; for (bit, child) in [b as u8, 3u8].into_iter().enumerate() { st[bit] = (child.into(), bit as u32); } st[0].0 as i64 + st[1].1 as i64 + at(1, (b as u8).into()) as i64 + a as i64 }
    }
}
