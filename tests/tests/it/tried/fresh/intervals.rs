//! Interval arithmetic over a trait of one's own.

use vyre::prelude::*;

#[vyre::module]
mod kernels {
    use std::ops::{Add, Mul, Sub};

    pub trait Scalar: Copy + PartialOrd + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> {
        const ZERO: Self;
        fn least(self, other: Self) -> Self {
            if other < self { other } else { self }
        }
        fn greatest(self, other: Self) -> Self {
            if other > self { other } else { self }
        }
    }

    impl Scalar for i32 {
        const ZERO: i32 = 0;
    }

    impl Scalar for f32 {
        const ZERO: f32 = 0.0;
    }

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Interval<T> {
        pub low: T,
        pub high: T,
    }

    impl<T: Scalar> Interval<T> {
        pub fn point(x: T) -> Self {
            Interval { low: x, high: x }
        }

        pub fn contains(&self, x: T) -> bool {
            (self.low..=self.high).contains(&x)
        }

        pub fn intersect(self, other: Self) -> Option<Self> {
            let low = self.low.greatest(other.low);
            let high = self.high.least(other.high);
            (low <= high).then_some(Interval { low, high })
        }

        pub fn hull(items: &[Self]) -> Option<Self> {
            items.iter().copied().reduce(|a, b| Interval { low: a.low.least(b.low), high: a.high.greatest(b.high) })
        }
    }

    impl<T: Scalar> Add for Interval<T> {
        type Output = Self;
        fn add(self, o: Self) -> Self {
            Interval { low: self.low + o.low, high: self.high + o.high }
        }
    }

    impl<T: Scalar> Sub for Interval<T> {
        type Output = Self;
        fn sub(self, o: Self) -> Self {
            Interval { low: self.low - o.high, high: self.high - o.low }
        }
    }

    impl<T: Scalar> Mul for Interval<T> {
        type Output = Self;
        fn mul(self, o: Self) -> Self {
            let products = [self.low * o.low, self.low * o.high, self.high * o.low, self.high * o.high];
            let [first, rest @ ..] = products;
            rest.iter().fold(Interval::point(first), |i, &p| Interval { low: i.low.least(p), high: i.high.greatest(p) })
        }
    }

    fn polynomial<T: Scalar>(x: Interval<T>, coefficients: &[T]) -> Interval<T> {
        coefficients.iter().rev().fold(Interval::point(T::ZERO), |sum, &c| sum * x + Interval::point(c))
    }

    #[kernel]
    pub fn bounds(pairs: &[[i32; 2]], floats: &[[f32; 2]], out: &mut [[i32; 4]], out_floats: &mut [[f32; 2]]) {
        let i = invocation_id().x as usize;
        if i < pairs.len() {
            let x = Interval { low: pairs[i][0], high: pairs[i][1] };
            let y = polynomial(x, &[1, -2, 3]);
            let common = x.intersect(Interval { low: -2, high: 2 });
            let hull = Interval::hull(&[x, y, Interval::point(7)]).unwrap();
            out[i] = [y.low, y.high, common.map_or(-1, |c| c.high - c.low), (hull - x).low + i32::from(x.contains(0)) * 1000];
            let z = polynomial(Interval { low: floats[i][0], high: floats[i][1] }, &[0.5, 1.5]);
            out_floats[i] = [z.low, z.high];
        }
    }
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let pairs = [[0, 1], [-3, 2], [5, 9], [-4, -3]];
    let floats = [[0.0, 1.0], [-1.0, 0.5], [2.0, 2.0], [-8.0, -7.5]];
    let (mut out, mut out_floats) = ([[0; 4]; 4], [[0.0; 2]; 4]);
    kernels::bounds(&pairs, &floats, &mut out, &mut out_floats).dispatch(device)?;
    type I = (i32, i32);
    let mul = |a: I, b: I| {
        let p = [a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1];
        (*p.iter().min().unwrap(), *p.iter().max().unwrap())
    };
    let add = |a: I, k: i32| (a.0 + k, a.1 + k);
    for ([low, high], out) in pairs.into_iter().zip(out) {
        let x = (low, high);
        let y = add(mul(add(mul(add(mul((0, 0), x), 3), x), -2), x), 1);
        let width = high.min(2) - low.max(-2);
        let hull_low = low.min(y.0).min(7);
        let expected = [y.0, y.1, if width >= 0 { width } else { -1 }, hull_low - high + if low <= 0 && high >= 0 { 1000 } else { 0 }];
        assert_eq!(out, expected);
    }
    assert_eq!(out_floats, floats.map(|[l, h]: [f32; 2]| [1.5 * l + 0.5, 1.5 * h + 0.5]));
    Ok(())
}
