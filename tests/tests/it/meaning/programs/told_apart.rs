//! Methods of one name that several traits have, orders that are none, patterns behind references, and types that a call's argument says.

use super::{FIRST, SECOND, check};
use vyre::prelude::*;

programs! {
    names_of_std_that_are_the_program_s_own {
        trait Add { fn add(self, o: i64) -> i64; }
        impl Add for i64 { fn add(self, o: i64) -> i64 { self * o } }
        #[derive(Clone, Copy)]
        enum Option { Some(i64), None }
        impl Option {
            fn unwrap_or(self, x: i64) -> i64 {
                match self { Option::Some(y) => y * 2, Option::None => x + 1 }
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let o = if a > 3 { Option::Some(a as i64) } else { Option::None };
            (a as i64).add(b as i64) * 100 + o.unwrap_or(5) + b.checked_sub(6).unwrap_or(1) as i64
        }
    }
    conversions_from_values_and_from_references {
        struct P(i64);
        impl From<&i32> for P { fn from(x: &i32) -> P { P(*x as i64) } }
        impl From<i32> for P { fn from(x: i32) -> P { P(x as i64 * 100) } }
        fn case(a: i32, b: u32) -> i64 {
            let (p, q): (P, P) = (a.into(), (&a).into());
            P::from(a).0 + P::from(&a).0 * 3 + p.0 * 7 + q.0 * 11 + b as i64
        }
    }
    methods_of_one_place_of_a_macro_inside_of_each_other {
        trait To<T> { fn to(&self) -> T; }
        struct P(i64);
        struct Q(i64);
        impl To<Q> for P { fn to(&self) -> Q { Q(self.0 + 1) } }
        impl To<i64> for P { fn to(&self) -> i64 { self.0 * 100 } }
        impl To<i64> for Q { fn to(&self) -> i64 { self.0 * 2 } }
        impl To<P> for Q { fn to(&self) -> P { P(self.0 * 7) } }
        macro_rules! to { ($t:ty, $x:expr) => {{ let y: $t = $x.to(); y }}; }
        fn case(a: i32, b: u32) -> i64 {
            let p = P(a as i64);
            to!(i64, to!(Q, p)) + to!(i64, to!(P, to!(Q, p))) * 3 + b as i64
        }
    }
    methods_of_two_traits_with_one_name {
        trait T { fn v(&self) -> i64; }
        trait U { fn v(&self) -> i64; }
        struct P(i64);
        impl T for P { fn v(&self) -> i64 { self.0 } }
        impl U for P { fn v(&self) -> i64 { self.0 * 2 } }
        fn case(a: i32, b: u32) -> i64 { let p = P(a as i64); <P as T>::v(&p) + <P as U>::v(&p) * 10 + T::v(&p) * 100 + U::v(&P(b as i64)) * 1000 }
    }
    a_method_of_a_type_goes_before_one_of_a_trait {
        trait T { fn v(&self) -> i64; fn w(&self) -> i64 { self.v() + 1 } }
        struct P(i64);
        impl T for P { fn v(&self) -> i64 { self.0 } }
        impl P { fn v(&self) -> i64 { 100 } }
        fn case(a: i32, b: u32) -> i64 { let p = P(a as i64); p.w() * 10_000 + p.v() + P::v(&p) * 3 + <P as T>::v(&p) * 7 + b as i64 }
    }
    a_method_of_an_open_number_is_that_of_the_type_it_falls_back_to {
        trait T { fn v(self) -> i64; }
        impl T for u8 { fn v(self) -> i64 { 1 } }
        impl T for i32 { fn v(self) -> i64 { 2 } }
        impl T for f32 { fn v(self) -> i64 { 3 } }
        impl T for f64 { fn v(self) -> i64 { 4 } }
        fn case(a: i32, b: u32) -> i64 { let n = 7; n.v() + 1.v() * 10 + 2u8.v() * 100 + 1.5.v() * 1000 + (b as u8).v() * 10_000 + a.v() * 100_000 }
    }
    methods_that_change_and_make_by_their_trait {
        trait T { fn v(&mut self, d: i64) -> i64; fn new(k: i64) -> Self; fn into(self) -> i64; }
        struct P(i64);
        impl P { fn v(&mut self, d: i64) -> i64 { self.0 -= d; 0 } fn new(k: i64) -> P { P(k) } }
        impl T for P { fn v(&mut self, d: i64) -> i64 { self.0 += d; self.0 } fn new(k: i64) -> Self { P(k * 2) } fn into(self) -> i64 { self.0 } }
        fn made<X: T>(k: i64) -> i64 { let mut x = <X as T>::new(k); T::v(&mut x, 1); T::into(x) }
        fn case(a: i32, b: u32) -> i64 {
            let mut p = P::new(a as i64);
            p.v(1);
            T::v(&mut p, 100);
            let mut t = [<P as T>::new(3), P::new(b as i64)];
            T::v(&mut t[1], 5);
            let s = t[0].0 * 10 + t[1].0;
            s * 1000 + T::into(p) + made::<P>(7)
        }
    }
    a_trait_of_numbers_with_the_name_of_a_method {
        trait T { fn max(self, o: i64) -> i64; }
        impl T for i64 { fn max(self, o: i64) -> i64 { o * 3 } }
        fn case(a: i32, b: u32) -> i64 { T::max(a as i64, 2) + <i64 as T>::max(1, b as i64) * 100 + (a as i32).max(4) as i64 * 10_000 }
    }
    a_trait_for_all_types_beside_a_method_of_one {
        trait T { fn v(&self) -> i64 { 1 } }
        impl<X> T for X {}
        struct P;
        impl P { fn v(&self) -> i64 { 2 } }
        fn g<X: T>(x: &X) -> i64 { T::v(x) }
        fn case(a: i32, b: u32) -> i64 { P.v() + T::v(&P) * 10 + g(&P) * 100 + g(&a) * 1000 + b as i64 }
    }
    a_trait_over_another {
        trait A { fn n(&self) -> i64; }
        trait B: A { fn n2(&self, o: &Self) -> i64 { self.n() * 10 + o.n() + A::n(self) } }
        #[derive(Clone, Copy)] struct P(i64);
        impl A for P { fn n(&self) -> i64 { self.0 } }
        impl B for P {}
        fn case(a: i32, b: u32) -> i64 { P(a as i64).n2(&P(2)) + B::n2(&P(1), &P(b as i64)) }
    }
    floats_without_an_order_in_structs {
        #[derive(PartialEq, PartialOrd, Clone, Copy)] struct V { x: f32, y: f32 }
        #[derive(PartialEq, PartialOrd, Clone, Copy)] enum E { A(f32, u32), B { y: f64 } }
        fn case(a: i32, b: u32) -> i64 {
            let (v, w) = (V { x: a as f32, y: f32::NAN }, V { x: 1.0, y: 2.0 });
            let first = v.partial_cmp(&w).is_none() as i64 + (1.0f32, f32::NAN).partial_cmp(&(1.0, 2.0)).is_none() as i64 * 2 + [1.0f32, f32::NAN].partial_cmp(&[1.0, 2.0]).is_none() as i64 * 4 + Some(f32::NAN).partial_cmp(&Some(1.0)).is_none() as i64 * 8;
            let (x, y, z) = (E::A(f32::NAN, 1), E::A(1.0, 2), E::B { y: a as f64 });
            first + x.partial_cmp(&y).is_none() as i64 * 16 + x.partial_cmp(&z).is_none() as i64 * 32 + E::A(1.0, b).partial_cmp(&y).map_or(9, |o| o as i64) * 64 + z.partial_cmp(&E::B { y: f64::NAN }).is_none() as i64 * 1000
        }
    }
    orders_by_hand_within_others {
        #[derive(PartialEq, Clone, Copy)] struct R(i32);
        impl PartialOrd for R { fn partial_cmp(&self, o: &R) -> Option<core::cmp::Ordering> { if self.0 == 0 { None } else { o.0.partial_cmp(&self.0) } } }
        fn case(a: i32, b: u32) -> i64 { let (x, y) = (R(a), R(b as i32)); (x, 1).partial_cmp(&(y, 2)).map_or(5, |o| o as i64) + [y, x].partial_cmp(&[y, y]).is_none() as i64 * 10 }
    }
    patterns_behind_the_references_of_a_tuple {
        #[derive(Clone, Copy, PartialEq)] enum E { A, B(i64), C { x: i64 } }
        impl E {
            fn join(&self, o: &E) -> i64 {
                match (self, o) { (E::A, E::A) => 1, (E::A, E::B(x)) | (E::B(x), E::A) => *x, (E::B(x), E::B(y)) if x > y => x - y, (E::C { x }, _) => *x * 2, _ => -1 }
            }
        }
        fn case(a: i32, b: u32) -> i64 { let t = [E::A, E::B(a as i64), E::C { x: b as i64 }, E::B(4)]; let mut s = 0; for p in &t { for q in &t { s = (s * 3 + p.join(q)) % 1_000_003; } } s }
    }
    patterns_behind_references_and_values {
        #[derive(Clone, Copy, PartialEq)] enum T { N(i64), Add, Mul, End }
        fn kind(t: &[T], k: usize) -> i64 { match t.get(k) { Some(T::N(x)) if *x > 5 => *x, Some(T::N(_)) => 1, Some(&T::Add) => 2, Some(T::Mul | T::End) => 4, None => 3 } }
        fn case(a: i32, b: u32) -> i64 {
            let t = [T::N(a as i64), T::Add, T::Mul, T::End];
            let mut s = 0;
            for k in &t { s = s * 5 + match (k, s) { (T::N(x), _) => *x, (T::Add | T::Mul, 2..) => 2, (T::End, n) => n, _ => 7 }; s %= 100_003; }
            s + kind(&t, 0) * 3 + kind(&t, b as usize % 6)
        }
    }
    patterns_behind_references_to_options {
        fn f(x: &Option<i64>, y: &Option<i64>) -> i64 { match (x, y) { (Some(a), Some(b)) => a * b, (Some(a), None) | (None, Some(a)) => *a, (None, None) => -1 } }
        fn case(a: i32, b: u32) -> i64 { let (p, q) = (Some(a as i64 % 1000), if b > 5 { Some(b as i64 % 1000) } else { None }); f(&p, &q) + f(&q, &p) * 3 + f(&None, &q) * 7 + f(&None, &None) * 11 }
    }
    methods_of_traits_with_constants_and_functions {
        trait M { fn map<F: Fn(i64) -> i64>(&self, f: F) -> i64; fn pick<const N: usize>(&self, t: [i64; N]) -> i64; }
        struct P(i64);
        impl M for P { fn map<F: Fn(i64) -> i64>(&self, f: F) -> i64 { f(self.0) } fn pick<const N: usize>(&self, t: [i64; N]) -> i64 { t[N - 1] + self.0 } }
        fn case(a: i32, b: u32) -> i64 { let p = P(a as i64); M::map(&p, |x| x * 2) + p.map(|x| x + 1) + M::pick(&p, [1, 2, 3]) + p.pick([b as i64]) }
    }
    types_of_traits_that_arguments_say {
        trait Wide { type Wide; fn widen(self) -> Self::Wide; }
        #[derive(Clone, Copy)] struct Q(u8);
        impl Wide for i32 { type Wide = i64; fn widen(self) -> i64 { self as i64 } }
        impl Wide for u8 { type Wide = u16; fn widen(self) -> u16 { self as u16 } }
        impl Wide for Q { type Wide = u16; fn widen(self) -> u16 { self.0 as u16 + 1 } }
        fn f<T: Wide>(x: T) -> <T as Wide>::Wide { let y: <T as Wide>::Wide = x.widen(); y }
        fn case(a: i32, b: u32) -> i64 { f(a) * 3 + f(b as u8) as i64 * 200 + f(Q(b as u8 & 7)) as i64 * 7 + f(5u8) as i64 }
    }
    types_of_several_traits_with_one_name {
        use core::ops::{Add, Mul};
        trait A { type O; fn a(self) -> Self::O; }
        trait B { type O; fn b(self) -> Self::O; }
        #[derive(Clone, Copy)] struct P(i64);
        impl A for P { type O = u8; fn a(self) -> u8 { self.0 as u8 } }
        impl B for P { type O = i64; fn b(self) -> i64 { self.0 * 100 } }
        impl Add for P { type Output = P; fn add(self, o: P) -> P { P(self.0 + o.0) } }
        impl Mul for P { type Output = i64; fn mul(self, o: P) -> i64 { self.0 * o.0 } }
        fn f<T: A>(x: T) -> T::O { x.a() }
        fn g<T>(x: T) -> T::O where T: B { x.b() }
        fn sum<T: Add>(x: T, y: T) -> T::Output { x + y }
        fn square<T: Mul + Copy>(x: T) -> <T as Mul>::Output { x * x }
        fn case(a: i32, b: u32) -> i64 { let k: <P as B>::O = 300; f(P(a as i64)) as i64 + g(P(b as i64)) + k + sum(P(1), P(2)).0 + square(P(4)) * 1000 }
    }
    constants_of_functions_that_are_no_u32 {
        fn scaled<const DOUBLE: bool>(x: i64) -> i64 { if DOUBLE { x * 2 } else { x - 1 } }
        fn moved<const BY: i32>(x: i32) -> i64 { (x + BY) as i64 }
        fn counted<const N: usize, const UP: bool>(t: [i64; N]) -> i64 { let mut s = 0; for i in 0..N { s = s * 3 + if UP { t[i] } else { t[N - 1 - i] }; } s }
        fn case(a: i32, b: u32) -> i64 { scaled::<true>(a as i64) + scaled::<false>(b as i64) * 3 + moved::<-5>(a) * 7 + moved::<{ 2 + 3 }>(1) + counted::<3, true>([1, 2, 3]) * 100 + counted::<2, false>([4, 5]) * 10_000 }
    }
    names_that_a_star_brings_and_hides {
        mod m { pub fn f() -> i64 { 1 } fn g() -> i64 { 3 } pub fn z() -> i64 { g() } pub const K: i64 = 10; }
        mod x { pub fn h() -> i64 { 5 } }
        mod y { use super::x::h; pub fn w() -> i64 { h() } }
        mod n { pub fn f() -> i64 { 2 } pub fn g() -> i64 { 4 } pub fn h() -> i64 { 6 } pub const K: i64 = 20; }
        use m::*;
        use y::*;
        use n::f;
        mod inside { use super::n::*; use super::m::*; use super::y::*; pub fn s() -> i64 { g() + h() * 10 + z() * 100 + w() * 1000 } }
        fn case(a: i32, b: u32) -> i64 { f() + K * 10 + z() * 1000 + inside::s() * 10_000 + w() + a as i64 + b as i64 }
    }
    names_that_a_star_brings_inside {
        fn f() -> i64 { 5 }
        const K: i64 = 7;
        mod m { use super::*; pub fn z() -> i64 { f() + K } fn p() -> i64 { 6 } pub mod d { use super::*; pub fn y() -> i64 { z() * 2 + p() } } }
        mod a1 { pub mod b1 { pub fn s() -> i64 { 3 } fn h() -> i64 { 9 } pub(crate) fn g() -> i64 { 4 + h() } pub(super) fn k() -> i64 { 8 } } pub use b1::*; pub fn t() -> i64 { k() } }
        use a1::*;
        fn h() -> i64 { 1 }
        fn k() -> i64 { 2 }
        fn case(a: i32, b: u32) -> i64 { m::z() + m::d::y() * 100 + s() + g() * 10 + h() * 1000 + k() * 10_000 + t() * 100_000 + a as i64 + b as i64 }
    }
    a_fold_of_the_type_that_is_wanted {
        fn f(x: i64) -> i64 { x }
        fn case(a: i32, b: u32) -> i64 { let t = [1i64, b as i64 % 9, a as i64]; let s: i64 = t.iter().fold(0, |h, x| h.wrapping_mul(3) + x); s + f(t.iter().fold(1, |h, x| h.max(*x))) + t.iter().cycle().take(7).fold(0, |h, x| (h * 3 + x) % 1000) }
    }
    lengths_that_repeated_arguments_say {
        fn n<const N: usize>(t: [u8; N]) -> usize { N * 10 + t.len() }
        fn case(a: i32, b: u32) -> i64 { n([1, 2, 3]) as i64 + n([0; 7]) as i64 * 1000 + a as i64 + b as i64 }
    }
}

/// What only Rust's rules tell apart is an error that says how to write it.
#[test]
fn what_kernels_do_not_tell_apart_is_refused() {
    let said =
        |text: &str| vyre::Module::compile(text).err().map(|said| said.to_string()).unwrap_or_default();
    let several = "trait T { fn v(&self) -> i64; } trait U { fn v(&self) -> i64; } struct P(i64);
        impl T for P { fn v(&self) -> i64 { self.0 } } impl U for P { fn v(&self) -> i64 { self.0 * 2 } }
        fn h<X: U>(x: &X) -> i64 { x.v() } fn case(a: i32, b: u32) -> i64 { h(&P(a as i64)) + b as i64 }";
    assert!(said(several).contains(
        "`P` has a method `v` of several traits. Fix: write the trait that is meant, as in `T::v(..)`."
    ));
    let reference = "trait T { fn v(self) -> i64; } #[derive(Clone, Copy)] struct P;
        impl T for P { fn v(self) -> i64 { 1 } } impl T for &P { fn v(self) -> i64 { 2 } }
        fn case(a: i32, b: u32) -> i64 { P.v() + (&P).v() * 10 + a as i64 + b as i64 }";
    assert!(said(reference).contains("`P` and `&P` both have a method `v`"), "{}", said(reference));
}
