//! Sums of fractions, ordered and reduced.

use vyre::prelude::*;

#[vyre::module]
mod kernels {
    use std::cmp::Ordering;
    use std::iter::Sum;
    use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub};

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Ratio {
        pub n: i64,
        pub d: i64,
    }

    fn gcd(a: i64, b: i64) -> i64 {
        let (mut a, mut b) = (a.abs(), b.abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    }

    impl Ratio {
        pub fn new(n: i64, d: i64) -> Self {
            let g = gcd(n, d).max(1) * d.signum();
            Ratio { n: n / g, d: d / g }
        }

        pub fn recip(self) -> Option<Self> {
            (self.n != 0).then(|| Self::new(self.d, self.n))
        }
    }

    impl From<i64> for Ratio {
        fn from(n: i64) -> Self {
            Ratio { n, d: 1 }
        }
    }

    impl Add for Ratio {
        type Output = Ratio;
        fn add(self, o: Self) -> Self {
            Ratio::new(self.n * o.d + o.n * self.d, self.d * o.d)
        }
    }

    impl AddAssign for Ratio {
        fn add_assign(&mut self, o: Self) {
            *self = *self + o;
        }
    }

    impl Neg for Ratio {
        type Output = Ratio;
        fn neg(self) -> Self {
            Ratio { n: -self.n, ..self }
        }
    }

    impl Sub for Ratio {
        type Output = Ratio;
        fn sub(self, o: Self) -> Self {
            self + -o
        }
    }

    impl Mul for Ratio {
        type Output = Ratio;
        fn mul(self, o: Self) -> Self {
            Ratio::new(self.n * o.n, self.d * o.d)
        }
    }

    impl Div for Ratio {
        type Output = Option<Ratio>;
        fn div(self, o: Self) -> Option<Ratio> {
            Some(self * o.recip()?)
        }
    }

    impl Sum for Ratio {
        fn sum<I: Iterator<Item = Ratio>>(iter: I) -> Ratio {
            iter.fold(Ratio::from(0), |a, b| a + b)
        }
    }

    impl PartialOrd for Ratio {
        fn partial_cmp(&self, o: &Self) -> Option<Ordering> {
            Some(self.cmp(o))
        }
    }

    impl Ord for Ratio {
        fn cmp(&self, o: &Self) -> Ordering {
            (self.n * o.d).cmp(&(o.n * self.d))
        }
    }

    #[kernel]
    pub fn harmonic(ns: &[u32], sums: &mut [Ratio], best: &mut [Ratio]) {
        let i = invocation_id().x as usize;
        if i < ns.len() {
            let n = i64::from(ns[i]);
            sums[i] = (1..=n).map(|k| Ratio::new(1, k)).sum();
            let half = Ratio::new(1, 2);
            let mut closest = Ratio::from(0);
            for k in 1..=n {
                let candidate = Ratio::new(k, n + 1);
                if candidate < half {
                    closest = closest.max(candidate);
                }
            }
            closest += (half / Ratio::from(n)).unwrap_or(1.into());
            best[i] = closest - Ratio::new(1, 3);
        }
    }
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    use kernels::Ratio;
    let ns = [1, 2, 3, 4, 10, 0];
    let mut sums = [Ratio { n: 0, d: 0 }; 6];
    let mut best = sums;
    kernels::harmonic(&ns, &mut sums, &mut best).dispatch(device)?;
    assert_eq!(sums.map(|r| (r.n, r.d)), [(1, 1), (3, 2), (11, 6), (25, 12), (7381, 2520), (0, 1)]);
    // n = 1: nothing below 1/2 but 0; 0 + 1/2 - 1/3. n = 2: 1/3 + 1/4 - 1/3. n = 3: 1/4 + 1/6 - 1/3. n = 4: 2/5 + 1/8 - 1/3.
    // n = 10: 5/11 + 1/20 - 1/3. n = 0: 1 - 1/3.
    assert_eq!(best.map(|r| (r.n, r.d)), [(1, 6), (1, 4), (1, 12), (23, 120), (113, 660), (2, 3)]);
    Ok(())
}
