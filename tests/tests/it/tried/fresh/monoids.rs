//! Monoids as types that have no values, and a fold over them.

use vyre::prelude::*;

#[vyre::module]
mod kernels {
    use std::marker::PhantomData;

    pub trait Monoid {
        type Item: Copy;
        const IDENTITY: Self::Item;
        fn join(a: Self::Item, b: Self::Item) -> Self::Item;
    }

    pub struct Sum<T>(PhantomData<T>);
    pub struct Largest;
    pub struct Both<A, B>(PhantomData<(A, B)>);

    impl Monoid for Sum<u64> {
        type Item = u64;
        const IDENTITY: u64 = 0;
        fn join(a: u64, b: u64) -> u64 {
            a.wrapping_add(b)
        }
    }

    impl Monoid for Sum<f32> {
        type Item = f32;
        const IDENTITY: f32 = 0.0;
        fn join(a: f32, b: f32) -> f32 {
            a + b
        }
    }

    impl Monoid for Largest {
        type Item = Option<u32>;
        const IDENTITY: Option<u32> = None;
        fn join(a: Option<u32>, b: Option<u32>) -> Option<u32> {
            match (a, b) {
                (Some(a), Some(b)) => Some(a.max(b)),
                (x, None) | (None, x) => x,
            }
        }
    }

    impl<A: Monoid, B: Monoid> Monoid for Both<A, B> {
        type Item = (A::Item, B::Item);
        const IDENTITY: Self::Item = (A::IDENTITY, B::IDENTITY);
        fn join((a, b): Self::Item, (c, d): Self::Item) -> Self::Item {
            (A::join(a, c), B::join(b, d))
        }
    }

    fn fold<M: Monoid>(items: impl Iterator<Item = M::Item>) -> M::Item {
        items.fold(M::IDENTITY, M::join)
    }

    fn power<M: Monoid>(x: M::Item, mut n: u32) -> M::Item {
        let (mut result, mut square) = (M::IDENTITY, x);
        while n > 0 {
            if n & 1 == 1 {
                result = M::join(result, square);
            }
            square = M::join(square, square);
            n >>= 1;
        }
        result
    }

    #[kernel]
    pub fn fold_rows(rows: &[[u32; 6]], out: &mut [[u64; 3]], halves: &mut [f32]) {
        let i = invocation_id().x as usize;
        if i < rows.len() {
            let items = rows[i].iter().map(|&x| (u64::from(x), (x % 2 == 1).then_some(x)));
            let (sum, largest_odd) = fold::<Both<Sum<u64>, Largest>>(items);
            let times = power::<Sum<u64>>(sum, 5);
            out[i] = [sum, largest_odd.map_or(u64::MAX, u64::from), times];
            halves[i] = fold::<Sum<f32>>(rows[i].iter().map(|x| *x as f32 / 2.0));
        }
    }
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let rows = [[1, 2, 3, 4, 5, 6], [u32::MAX; 6], [2, 4, 6, 8, 10, 12], [0, 0, 0, 0, 0, 9]];
    let (mut out, mut halves) = ([[0; 3]; 4], [0.0; 4]);
    kernels::fold_rows(&rows, &mut out, &mut halves).dispatch(device)?;
    for k in 0..4 {
        let sum: u64 = rows[k].iter().map(|x| *x as u64).sum();
        let odd = rows[k].iter().filter(|x| **x % 2 == 1).max().map_or(u64::MAX, |x| *x as u64);
        assert_eq!(out[k], [sum, odd, 5 * sum]);
        assert_eq!(halves[k], rows[k].iter().map(|x| *x as f32 / 2.0).fold(0.0, |a, b| a + b));
    }
    Ok(())
}
