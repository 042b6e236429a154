use vyre::prelude::*;

#[vyre::module]
mod gpu {
    use vyre::prelude::*;

    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Knot {
        x: i32,
        y: i32,
    }

    impl Knot {
        fn follow(&mut self, head: Knot) -> bool {
            let (dx, dy) = (head.x - self.x, head.y - self.y);
            if dx.abs().max(dy.abs()) <= 1 {
                return false;
            }
            self.x += dx.signum();
            self.y += dy.signum();
            true
        }
    }

    #[derive(Debug, Clone, Copy)]
    pub struct Rope<const N: usize> {
        knots: [Knot; N],
    }

    impl<const N: usize> Rope<N> {
        pub fn new() -> Self {
            Self { knots: [Knot::default(); N] }
        }

        pub fn pull(&mut self, (dx, dy): (i32, i32)) -> Knot {
            let head = self.knots.first_mut().unwrap();
            head.x += dx;
            head.y += dy;
            for i in 1..N {
                let before = self.knots[i - 1];
                if !self.knots[i].follow(before) {
                    break;
                }
            }
            *self.knots.last().unwrap()
        }
    }

    struct Visited<const WORDS: usize> {
        bits: [u32; WORDS],
        side: i32,
    }

    impl<const WORDS: usize> Visited<WORDS> {
        fn insert(&mut self, Knot { x, y }: Knot) -> bool {
            let half = self.side / 2;
            let index = ((y + half) * self.side + x + half) as usize;
            let (word, mask) = (index / 32, 1 << (index % 32));
            let new = self.bits[word] & mask == 0;
            self.bits[word] |= mask;
            new
        }

        fn len(&self) -> u32 {
            self.bits.iter().map(|w| w.count_ones()).sum()
        }
    }

    fn motions(text: &[u8]) -> impl Iterator<Item = ((i32, i32), u32)> + '_ {
        text.split(|&b| b == b'\n').filter_map(|line| {
            let (&letter, rest) = line.split_first()?;
            let direction = match letter {
                b'R' => (1, 0),
                b'L' => (-1, 0),
                b'U' => (0, 1),
                b'D' => (0, -1),
                _ => return None,
            };
            let count = rest.trim_ascii().iter().fold(0, |n, d| n * 10 + u32::from(d - b'0'));
            Some((direction, count))
        })
    }

    pub fn visits<const N: usize>(text: &[u8]) -> u32 {
        let mut rope = Rope::<N>::new();
        let mut seen = Visited { bits: [0u32; 128], side: 64 };
        let mut news = 0;
        seen.insert(Knot::default());
        for (direction, count) in motions(text) {
            for _ in 0..count {
                if seen.insert(rope.pull(direction)) {
                    news += 1;
                }
            }
        }
        assert!(news + 1 == seen.len(), "every new place counts once");
        seen.len()
    }

    #[kernel]
    pub fn tails(text: &[u8], out: &mut [u32]) {
        match invocation_id().x {
            0 => out[0] = visits::<2>(text),
            1 => out[1] = visits::<5>(text),
            2 => out[2] = visits::<10>(text),
            _ => (),
        }
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let small = "R 4\nU 4\nL 3\nD 1\nR 4\nD 1\nL 5\nR 2\n";
    let large = "R 5\nU 8\nL 8\nD 3\nR 17\nD 10\nL 25\nU 20\n";
    let mut out = [0; 3];
    gpu::tails(small.as_bytes(), &mut out).dispatch(device)?;
    assert_eq!((out[0], out[2]), (13, 1));
    assert_eq!(gpu::visits::<5>(small.as_bytes()), out[1]);
    gpu::tails(large.as_bytes(), &mut out).dispatch(device)?;
    assert_eq!(out[2], 36);
    assert_eq!([gpu::visits::<2>(large.as_bytes()), gpu::visits::<5>(large.as_bytes()), gpu::visits::<10>(large.as_bytes())], out);
    println!("ropes: {out:?}");
    Ok(())
}
