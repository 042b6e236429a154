use vyre::prelude::*;

#[vyre::module]
mod gpu {
    use vyre::prelude::*;

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Range {
        pub low: i32,
        pub high: i32,
    }

    impl Range {
        fn intersect(self, other: Range) -> Option<Range> {
            let low = self.low.max(other.low);
            let high = self.high.min(other.high);
            (low <= high).then_some(Range { low, high })
        }

        fn len(&self) -> i64 {
            i64::from(self.high) - i64::from(self.low) + 1
        }
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Cuboid {
        pub sides: [Range; 3],
    }

    impl Cuboid {
        fn intersect(&self, other: &Cuboid) -> Option<Cuboid> {
            let [x, y, z] = self.sides;
            let [a, b, c] = other.sides;
            Some(Cuboid { sides: [x.intersect(a)?, y.intersect(b)?, z.intersect(c)?] })
        }

        fn volume(&self) -> i64 {
            self.sides.iter().map(Range::len).product()
        }
    }

    #[derive(Clone, Copy)]
    pub struct Step {
        pub on: u32,
        pub cuboid: Cuboid,
    }

    #[derive(Clone, Copy)]
    enum Signed {
        Plus(Cuboid),
        Minus(Cuboid),
    }

    impl std::ops::Neg for Signed {
        type Output = Self;
        fn neg(self) -> Self {
            match self {
                Signed::Plus(c) => Signed::Minus(c),
                Signed::Minus(c) => Signed::Plus(c),
            }
        }
    }

    impl Signed {
        fn volume(self) -> i64 {
            match self {
                Self::Plus(c) => c.volume(),
                Self::Minus(c) => -c.volume(),
            }
        }

        fn overlap(self, with: &Cuboid) -> Option<Self> {
            Some(match self {
                Self::Plus(c) => Self::Plus(c.intersect(with)?),
                Self::Minus(c) => Self::Minus(c.intersect(with)?),
            })
        }
    }

    pub struct List<T, const N: usize> {
        items: [T; N],
        len: usize,
    }

    impl<T: Copy, const N: usize> List<T, N> {
        fn new(fill: T) -> Self {
            Self { items: [fill; N], len: 0 }
        }

        fn push(&mut self, item: T) {
            assert!(self.len < N, "the list is full");
            self.items[self.len] = item;
            self.len += 1;
        }

        fn as_slice(&self) -> &[T] {
            &self.items[..self.len]
        }
    }

    pub fn lit(steps: &[Step]) -> i64 {
        const NOTHING: Range = Range { low: 0, high: -1 };
        let mut list = List::<_, 64>::new(Signed::Plus(Cuboid { sides: [NOTHING; 3] }));
        for Step { on, cuboid } in steps {
            let count = list.len;
            for i in 0..count {
                if let Some(both) = list.items[i].overlap(cuboid) {
                    list.push(-both);
                }
            }
            if *on == 1 {
                list.push(Signed::Plus(*cuboid));
            }
        }
        list.as_slice().iter().map(|s| s.volume()).sum()
    }

    #[kernel]
    pub fn lit_after(steps: &[Step], out: &mut [i64]) {
        let i = invocation_id().x as usize;
        if i < out.len() {
            out[i] = lit(&steps[..=i]);
        }
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    use gpu::{Cuboid, Range, Step};
    let step = |on, x: (i32, i32), y: (i32, i32), z: (i32, i32)| Step {
        on,
        cuboid: Cuboid { sides: [x, y, z].map(|(low, high)| Range { low, high }) },
    };
    let steps = [
        step(1, (10, 12), (10, 12), (10, 12)),
        step(1, (11, 13), (11, 13), (11, 13)),
        step(0, (9, 11), (9, 11), (9, 11)),
        step(1, (10, 10), (10, 10), (10, 10)),
        step(1, (-50_000, 50_000), (-50_000, 50_000), (0, 9)),
    ];
    let mut out = [0i64; 5];
    gpu::lit_after(&steps, &mut out).dispatch(device)?;
    assert_eq!(out[..4], [27, 46, 38, 39]);
    assert_eq!(out[4], 39 + 100_001i64 * 100_001 * 10);
    for i in 0..5 {
        assert_eq!(gpu::lit(&steps[..=i]), out[i]);
    }
    println!("cuboids: {out:?}");
    Ok(())
}
