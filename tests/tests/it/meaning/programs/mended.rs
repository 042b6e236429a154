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
    arrays_of_open_types_that_are_vectors {
        fn sort<T: PartialOrd + Copy, const N: usize>(a: [T; N]) -> [T; N] { let mut a = a; for i in 0..N { for j in i + 1..N { if a[j] < a[i] { let t = a[i]; a[i] = a[j]; a[j] = t; } } } a }
        fn case(a: i32, b: u32) -> i64 { let r = sort([b % 7, 3, a.unsigned_abs(), 2]); let q = sort([b as f32, 2.5]); let z = sort([b, 9]); let w = sort([a, 4]); r.iter().fold(0, |h, &x| h * 101 + x as i64) + (q[0] * 4.0) as i64 + z[1] as i64 + w[0] as i64 }
    }
    types_over_arrays_that_are_vectors {
        #[derive(Clone, Copy)] struct S<T, const N: usize> { d: [T; N] }
        impl<T: Copy + PartialOrd, const N: usize> S<T, N> { fn new(d: [T; N]) -> Self { S { d } } fn max(&self) -> T { let mut m = self.d[0]; for &x in &self.d { if x > m { m = x; } } m } fn set(&mut self, i: usize, x: T) { self.d[i] = x; } fn swap(mut self) -> [T; N] { self.d.reverse(); self.d } }
        fn case(a: i32, b: u32) -> i64 { let mut s = S::new([b, 3, 5, 9]); s.set(1, 20); let f = S { d: [b as f32, 1.5] }; let g = S::<u32, 2> { d: [b, 2] }; s.max() as i64 * 100 + (f.max() * 2.0) as i64 + g.swap()[0] as i64 + a as i64 }
    }
    references_to_arrays_that_are_vectors {
        fn largest<T: Copy + PartialOrd, const N: usize>(a: &[T; N]) -> T { let mut m = a[0]; for x in a.iter() { if *x > m { m = *x; } } m }
        fn flip<T: Copy, const N: usize>(a: &mut [T; N]) { for i in 0..N / 2 { let t = a[i]; a[i] = a[N - 1 - i]; a[N - 1 - i] = t; } }
        fn case(a: i32, b: u32) -> i64 { let mut v = [b, 4, 7, 1]; flip(&mut v); let f = [a as f32, 0.5]; let mut g = [b, 6]; flip(&mut g); largest(&v) as i64 * 10 + v[0] as i64 * 3 + (largest(&f) * 2.0) as i64 + g[0] as i64 }
    }
    open_arrays_inside_of_others {
        fn pair<T: Copy>(x: T, y: T) -> [T; 2] { [x, y] }
        fn four<T: Copy + Default>() -> [T; 4] { [T::default(); 4] }
        fn zip<A: Copy, B: Copy, const N: usize>(a: [A; N], b: [B; N]) -> [(A, B); N] { std::array::from_fn(|i| (a[i], b[i])) }
        fn opt<T: Copy, const N: usize>(a: Option<[T; N]>) -> Option<T> { a.map(|v| v[N - 1]) }
        fn rows<T: Copy, const R: usize, const C: usize>(m: [[T; C]; R]) -> T { m[R - 1][C - 1] }
        fn case(a: i32, b: u32) -> i64 { let p = pair(b, 3); let q: [u32; 4] = four(); let z = zip([b, 2], [a as f32, 2.0]); let m = rows([[b, 2], [3, b]]); p[0] as i64 + q[3] as i64 + z[0].0 as i64 * 3 + z[1].1 as i64 + opt(Some([b, 8, 2, b])).unwrap_or(1) as i64 + m as i64 + a as i64 }
    }
    operators_of_types_over_arrays_that_are_vectors {
        fn dot<T, const N: usize>(a: [T; N], b: [T; N]) -> T where T: Copy + std::ops::Mul<Output = T> + std::ops::Add<Output = T> + Default { let mut s = T::default(); for i in 0..N { s = s + a[i] * b[i]; } s }
        fn add<T: Copy + std::ops::Add<Output = T>, const N: usize>(a: [T; N], b: [T; N]) -> [T; N] { let mut r = a; for (x, y) in r.iter_mut().zip(b) { *x = *x + y; } r }
        #[derive(Clone, Copy, PartialEq)] struct V<T, const N: usize>([T; N]);
        impl<T: Copy + std::ops::Add<Output = T>, const N: usize> std::ops::Add for V<T, N> { type Output = Self; fn add(self, o: Self) -> Self { V(add(self.0, o.0)) } }
        impl<T: Copy + Default, const N: usize> Default for V<T, N> { fn default() -> Self { V([T::default(); N]) } }
        fn case(a: i32, b: u32) -> i64 { let d = dot([b % 50, 2, 3, 4], [1, 2, 3, 4]); let e = dot([b as f32, 2.0], [0.5, 1.0]); let v = V([b, 1]) + V([2, 3]); let w: V<f32, 4> = V::default(); let same = v == V([5, 4]); d as i64 + (e * 2.0) as i64 + v.0[0] as i64 + (w + V([a as f32, 0.0, 0.0, 1.0])).0[0] as i64 + same as i64 }
    }
    functions_over_arrays_that_are_vectors {
        fn apply<T: Copy, U, const N: usize>(a: [T; N], f: impl Fn(T) -> U) -> [U; N] { a.map(f) }
        fn first<T: Copy, const N: usize>(a: &[T; N], p: impl Fn(&T) -> bool) -> Option<T> { for x in a { if p(x) { return Some(*x); } } None }
        fn case(a: i32, b: u32) -> i64 { let r = apply([b, 2, 3, 4], |x| x as f32 * 0.5); let q = apply([a, 2], |x| x as u32); (r[0] * 2.0) as i64 + q[0] as i64 + first(&[b, 1, 7, 9], |&x| x > 6).unwrap_or(0) as i64 }
    }
    rings_of_any_length {
        #[derive(Clone, Copy, Debug, PartialEq)] struct Ring<T, const N: usize> { d: [T; N], head: usize, len: usize }
        impl<T: Copy + Default, const N: usize> Ring<T, N> { const CAP: usize = N; fn new() -> Self { Ring { d: [T::default(); N], head: 0, len: 0 } } fn push(&mut self, x: T) -> Option<T> { let at = (self.head + self.len) % N; if self.len == N { let old = self.d[self.head]; self.d[self.head] = x; self.head = (self.head + 1) % N; Some(old) } else { self.d[at] = x; self.len += 1; None } } fn iter(&self) -> impl Iterator<Item = T> + '_ { (0..self.len).map(move |i| self.d[(self.head + i) % N]) } fn get(&self, i: usize) -> Option<&T> { if i < self.len { Some(&self.d[(self.head + i) % N]) } else { None } } }
        struct Both { a: Ring<u32, 4>, b: Ring<f32, 2>, c: Ring<(u32, u32), 2> }
        fn case(a: i32, b: u32) -> i64 { let mut r = Ring::<u32, 4>::new(); let mut q: Ring<f32, 2> = Ring::new(); let mut t = Both { a: Ring::new(), b: Ring::new(), c: Ring::new() }; let mut h = a as i64; let mut w = Ring::<_, 4>::new(); for i in 0..6 { if let Some(x) = r.push(b % 10 + i) { h = h * 3 + x as i64; } q.push(i as f32 * 0.5); t.a.push(i); t.b.push(b as f32); t.c.push((i, b)); w.push(i * 2); } h + r.iter().map(|x| x as i64).sum::<i64>() + (q.iter().sum::<f32>() * 2.0) as i64 + *t.a.get(1).unwrap() as i64 + t.b.d[0] as i64 + t.c.get(0).map_or(0, |p| p.0 as i64) + w.d[2] as i64 + Ring::<u32, 4>::CAP as i64 }
    }
    grids_of_any_size {
        struct Grid<T, const W: usize, const H: usize> { cells: [[T; W]; H] }
        impl<T: Copy + PartialEq, const W: usize, const H: usize> Grid<T, W, H> { fn from(cells: [[T; W]; H]) -> Self { Grid { cells } } fn row(&self, y: usize) -> &[T; W] { &self.cells[y] } fn count(&self, v: T) -> usize { self.cells.iter().flatten().filter(|&&c| c == v).count() } fn transpose(&self) -> Grid<T, H, W> { Grid { cells: std::array::from_fn(|x| std::array::from_fn(|y| self.cells[y][x])) } } }
        fn minmax<T: PartialOrd + Copy>(v: &[T]) -> [T; 2] { let mut r = [v[0], v[0]]; for &x in v { if x < r[0] { r[0] = x; } if x > r[1] { r[1] = x; } } r }
        fn swap<T: Copy>(p: [T; 2]) -> [T; 2] { let [x, y] = p; [y, x] }
        fn rotate<T: Copy, const N: usize>(mut a: [T; N], k: usize) -> [T; N] { a.rotate_left(k); a }
        fn case(a: i32, b: u32) -> i64 { let g = Grid::from([[b, 2, 3, 4], [2, 2, b, 9]]); let t = g.transpose(); let m = minmax(&[b, 7, 3]); let f = swap([b as f32, 0.5]); let s = swap(swap(m)); let r = rotate([b, 1, 2, 3], (b % 4) as usize); let z = rotate([1.5f32, 2.0, 3.0, 4.0], 1); g.row(1)[3] as i64 + g.count(2) as i64 * 10 + t.cells[2][1] as i64 + m[1] as i64 + (f[0] * 2.0) as i64 + s[0] as i64 + r[0] as i64 * 7 + z[3] as i64 + a as i64 }
    }
    maps_of_arrays_behind_references {
        fn halves(a: &[u32; 4]) -> [f32; 4] { a.map(|x| x as f32 / 2.0) }
        fn twice(a: &[i32; 3]) -> [i32; 3] { a.map(|x| x * 2) }
        fn case(a: i32, b: u32) -> i64 { let h = halves(&[b, 1, 2, 3]); let t = twice(&[a, 1, 2]); let v = [a, 5, 7]; let w = v.map(|x| x as i64 + 1); (h[0] * 2.0) as i64 + t[0] as i64 + w[0] * 3 + w[2] }
    }
    methods_told_apart_by_their_results {
        trait Conv<T> { fn conv(self) -> T; }
        impl Conv<u32> for i32 { fn conv(self) -> u32 { self as u32 & 0xff } }
        impl Conv<f32> for i32 { fn conv(self) -> f32 { self as f32 * 0.5 } }
        impl Conv<i64> for i32 { fn conv(self) -> i64 { self as i64 * 3 } }
        fn take(x: i64) -> i64 { x + 1 }
        struct H { f: f32 }
        fn case(a: i32, b: u32) -> i64 { let x: u32 = a.conv(); let y: f32 = a.conv(); let h = H { f: a.conv() }; x as i64 + (y * 2.0) as i64 + take(a.conv()) + (h.f * 4.0) as i64 + b as i64 }
    }
    own_equality_inside_of_others {
        #[derive(Clone, Copy, Debug)] struct Tok { kind: u8, at: u32 }
        impl PartialEq for Tok { fn eq(&self, o: &Tok) -> bool { self.kind == o.kind } }
        fn pick(b: u32) -> Option<Tok> { if b % 3 == 0 { None } else { Some(Tok { kind: (b % 4) as u8, at: b }) } }
        fn case(a: i32, b: u32) -> i64 { let p = pick(b); let q = pick(b + 4); let mut h = a as i64; if p == q { h += 1; } if p != None { h += 10; } if p == Some(Tok { kind: 1, at: 0 }) { h += 100; } if (p, 3) == (q, 3) { h += 1000; } if [p, q] == [q, p] { h += 5000; } let r: Result<Tok, u32> = p.ok_or(b); if r == Err(0) { h += 10000; } h }
    }
    sizes_of_types {
        use std::mem::size_of;
        fn bits<T>() -> usize { size_of::<T>() * 8 }
        #[repr(C)] struct P { x: u32, y: u32 }
        const W: usize = std::mem::size_of::<[u16; 5]>();
        fn case(a: i32, b: u32) -> i64 { let k = [0u8; W]; (size_of::<u32>() + core::mem::size_of::<[u64; 3]>() * 10 + std::mem::size_of::<i8>() * 100) as i64 + a as i64 + b as i64 + bits::<u64>() as i64 * 1000 + k.len() as i64 + size_of::<f64>() as i64 + size_of::<(u32, u32)>() as i64 + size_of::<bool>() as i64 + size_of::<char>() as i64 + size_of::<P>() as i64 }
    }
    limits_as_functions {
        fn case(a: i32, b: u32) -> i64 { (i16::max_value() as i64) + u8::min_value() as i64 + u32::max_value() as i64 + i64::min_value() / 4 + a as i64 + b as i64 }
    }
    iterators_from_functions {
        fn case(a: i32, b: u32) -> i64 { let mut x = b as u64; let s: u64 = std::iter::from_fn(|| { x = x * 3 + 1; if x > 5000 { None } else { Some(x) } }).take(9).sum(); s as i64 + a as i64 }
    }
    alternatives_of_slices {
        fn kind(v: &[u32]) -> u32 { match v { [] => 0, [x] | [x, _] if *x > 3 => 1, [1, ..] | [.., 9] => 2, [_] | [_, _] => 3, _ => 4 } }
        fn lead(v: &[u32]) -> u32 { match v { [0, rest @ ..] | rest => rest.len() as u32 } }
        fn case(a: i32, b: u32) -> i64 { let v = [b % 6, 0, b % 3, 9]; let mut h = a as i64; for n in 0..5 { h = h * 7 + kind(&v[..n]) as i64; h = h * 7 + lead(&v[n..]) as i64; } h }
    }
    iterators_from_functions_with_a_state {
        fn digits(mut n: u32) -> impl Iterator<Item = u32> { std::iter::from_fn(move || { if n == 0 { return None; } let d = n % 10; n /= 10; Some(d) }) }
        fn step(x: &mut u32) -> Option<u32> { *x += 3; (*x < 40).then_some(*x) }
        fn case(a: i32, b: u32) -> i64 { let mut s = b; let h: u32 = std::iter::repeat_with(|| { s = s.wrapping_mul(5) + 1; s % 11 }).take(4).fold(0, |h, x| h * 13 + x); let mut n = b % 20; let t = std::iter::from_fn(|| step(&mut n)).filter(|x| x % 2 == 0).sum::<u32>(); let first = digits(b + 7).next().unwrap_or(9); h as i64 + t as i64 * 100 + digits(b).map(|d| d as i64).sum::<i64>() + first as i64 * 7 + digits(b + 7).count() as i64 + n as i64 + s as i64 % 50 + a as i64 }
    }
}
