use vyre::prelude::*;

#[vyre::module]
mod kernels {
    use vyre::prelude::*;
    use vyre::rand::{self, Rng};

    #[derive(Clone, Copy, PartialEq)]
    enum Move {
        Up,
        Down,
        Left,
        Right,
    }

    impl Move {
        fn random(rng: &mut Rng) -> Move {
            match rng.below(4) {
                0 => Move::Up,
                1 => Move::Down,
                2 => Move::Left,
                _ => Move::Right,
            }
        }
    }

    #[derive(Clone, Copy, Default)]
    struct Walker {
        x: i32,
        y: i32,
    }

    impl Walker {
        fn go(&mut self, direction: Move) {
            match direction {
                Move::Up => self.y += 1,
                Move::Down => self.y -= 1,
                Move::Left => self.x -= 1,
                Move::Right => self.x += 1,
            }
        }

        fn is_home(&self) -> bool {
            (self.x, self.y) == (0, 0)
        }
    }

    /// For each walk: where it ends, how often it is at home, and how far it was at most.
    #[kernel]
    pub fn walks(seed: u32, steps: u32, ends: &mut [[i32; 2]], home: &mut [u32], furthest: &mut [u32]) {
        let i = invocation_id().x;
        if i as usize >= ends.len() {
            return;
        }
        let mut rng = rand::rng(seed, i);
        let mut walker = Walker::default();
        let mut visits = 0;
        let mut far = 0;
        for _ in 0..steps {
            walker.go(Move::random(&mut rng));
            if walker.is_home() {
                visits += 1;
            }
            far = far.max(walker.x.unsigned_abs() + walker.y.unsigned_abs());
        }
        ends[i as usize] = [walker.x, walker.y];
        home[i as usize] = visits;
        furthest[i as usize] = far;
    }

    /// Pi by throwing darts.
    #[kernel]
    pub fn darts(seed: u32, out: &mut [f32]) {
        let i = invocation_id().x as usize;
        if i < out.len() {
            let mut rng = rand::rng(seed, i as u32);
            let hits = (0..100).filter(|_| rng.next_f32().powi(2) + rng.next_f32().powi(2) <= 1.0).count();
            out[i] = 4.0 * hits as f32 / 100.0;
        }
    }
}

pub fn test(device: &Device) -> Result<(), vyre::Error> {
    let (mut ends, mut home, mut far) = (vec![[0i32; 2]; 50], vec![0u32; 50], vec![0u32; 50]);
    kernels::walks(9, 100, &mut ends, &mut home, &mut far).dispatch(device)?;
    let mut pi = vec![0f32; 50];
    kernels::darts(9, &mut pi).dispatch(device)?;
    for i in 0..50 {
        let mut rng = vyre::rand::rng(9, i as u32);
        let (mut x, mut y, mut h, mut f) = (0i32, 0i32, 0, 0);
        for _ in 0..100 {
            match rng.below(4) {
                0 => y += 1,
                1 => y -= 1,
                2 => x -= 1,
                _ => x += 1,
            }
            h += (x == 0 && y == 0) as u32;
            f = f.max(x.unsigned_abs() + y.unsigned_abs());
        }
        assert_eq!((ends[i], home[i], far[i]), ([x, y], h, f));
        let mut rng = vyre::rand::rng(9, i as u32);
        let mut hits = 0;
        for _ in 0..100 {
            let a = rng.next_f32();
            let b = rng.next_f32();
            if a * a + b * b <= 1.0 {
                hits += 1;
            }
        }
        assert_eq!(pi[i], 4.0 * hits as f32 / 100.0);
    }
    Ok(())
}
