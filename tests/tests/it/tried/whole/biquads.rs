use vyre::prelude::*;

#[vyre::module]
mod gpu {
    use vyre::prelude::*;

    pub trait Filter {
        fn process(&mut self, sample: i16) -> i16;

        fn process_all(&mut self, samples: &mut [i16]) {
            for s in samples.iter_mut() {
                *s = self.process(*s);
            }
        }
    }

    fn saturate(x: i32) -> i16 {
        x.clamp(i16::MIN.into(), i16::MAX.into()) as i16
    }

    pub struct Fir<'c, const N: usize> {
        taps: &'c [i16; N],
        history: [i16; N],
        at: usize,
    }

    impl<'c, const N: usize> Fir<'c, N> {
        pub fn new(taps: &'c [i16; N]) -> Self {
            Fir { taps, history: [0; N], at: 0 }
        }
    }

    impl<const N: usize> Filter for Fir<'_, N> {
        fn process(&mut self, sample: i16) -> i16 {
            self.history[self.at] = sample;
            let (newer, older) = self.history.split_at(self.at + 1);
            let sum: i32 = newer.iter().rev().chain(older.iter().rev()).zip(self.taps).map(|(&x, &t)| i32::from(x) * i32::from(t)).sum();
            self.at = (self.at + 1) % N;
            saturate((sum + (1 << 14)) >> 15)
        }
    }

    /// Direct form one, coefficients in Q14.
    #[derive(Default, Clone, Copy)]
    pub struct Biquad {
        b: [i16; 3],
        a: [i16; 2],
        x: [i16; 2],
        y: [i16; 2],
    }

    impl Biquad {
        pub const fn new(b: [i16; 3], a: [i16; 2]) -> Self {
            Self { b, a, x: [0; 2], y: [0; 2] }
        }
    }

    impl Filter for Biquad {
        fn process(&mut self, sample: i16) -> i16 {
            let Self { b, a, x, y } = self;
            let forward = b[0] as i32 * sample as i32 + b[1] as i32 * x[0] as i32 + b[2] as i32 * x[1] as i32;
            let back: i32 = a.iter().zip(y.iter()).map(|(&k, &v)| k as i32 * v as i32).sum();
            let out = saturate((forward - back) >> 14);
            *x = [sample, x[0]];
            *y = [out, y[0]];
            out
        }
    }

    pub struct Cascade<A, B>(A, B);

    impl<A: Filter, B: Filter> Filter for Cascade<A, B> {
        fn process(&mut self, sample: i16) -> i16 {
            self.1.process(self.0.process(sample))
        }
    }

    impl<F: Filter, const N: usize> Filter for [F; N] {
        fn process(&mut self, sample: i16) -> i16 {
            self.iter_mut().fold(sample, |s, f| f.process(s))
        }
    }

    pub fn then<A: Filter, B: Filter>(first: A, second: B) -> Cascade<A, B> {
        Cascade(first, second)
    }

    const LOW: Biquad = Biquad::new([1105, 2210, 1105], [-18727, 6763]);
    const SMOOTH: [i16; 5] = [2048, 8192, 12288, 8192, 2048];

    pub struct Envelope {
        level: u16,
    }

    impl Filter for Envelope {
        fn process(&mut self, sample: i16) -> i16 {
            let magnitude = sample.unsigned_abs();
            self.level = if magnitude > self.level { magnitude } else { self.level - (self.level >> 4) };
            i16::try_from(self.level).unwrap_or(i16::MAX)
        }
    }

    pub fn filtered<const N: usize>(kind: u32, mut block: [i16; N]) -> [i16; N] {
        match kind {
            0 => Fir::new(&SMOOTH).process_all(&mut block),
            1 => LOW.clone().process_all(&mut block),
            2 => [LOW; 2].process_all(&mut block),
            3 => then(LOW, Envelope { level: 0 }).process_all(&mut block),
            _ => then(then(Fir::new(&[16384, 16384]), LOW), [LOW, Biquad::default()]).process_all(&mut block),
        }
        block
    }

    #[kernel]
    pub fn filter_blocks(blocks: &mut [[i16; 32]]) {
        let i = invocation_id().x;
        if i < blocks.len() as u32 {
            blocks[i as usize] = filtered(i, blocks[i as usize]);
        }
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let input: [i16; 32] = std::array::from_fn(|i| if i % 8 < 4 { 20_000 - i as i16 * 100 } else { i16::MIN + i as i16 });
    let mut blocks = [input; 5];
    gpu::filter_blocks(&mut blocks).dispatch(device)?;
    for (kind, block) in blocks.iter().enumerate() {
        assert_eq!(gpu::filtered(kind as u32, input), *block, "{kind}");
    }
    assert_eq!(blocks[0][0], ((20_000 * 2048 + (1 << 14)) >> 15) as i16);
    assert_eq!(blocks[1][0], ((20_000 * 1105) >> 14) as i16);
    assert!(blocks[4].iter().all(|&s| s == 0));
    println!("biquads: {:?}", blocks[3]);
    Ok(())
}
