use vyre::prelude::*;

#[vyre::module]
mod gpu {
    use vyre::prelude::*;

    pub mod hash {
        /// A permutation of 32 bits.
        pub const fn mix(mut x: u32) -> u32 {
            x ^= x >> 16;
            x = x.wrapping_mul(0x7feb_352d);
            x ^= x >> 15;
            x = x.wrapping_mul(0x846c_a68b);
            x ^ (x >> 16)
        }

        pub fn lattice(x: i32, y: i32, seed: u32) -> u32 {
            mix(mix(mix(seed) ^ x as u32).wrapping_add(y as u32))
        }
    }

    pub trait Noise {
        /// From -1 to 1.
        fn sample(&self, x: f32, y: f32) -> f32;
    }

    pub struct Value {
        pub seed: u32,
    }

    pub struct Gradient {
        pub seed: u32,
    }

    pub struct Fractal<N: Noise, const OCTAVES: u32> {
        pub base: N,
        pub gain: f32,
    }

    fn lerp(a: f32, b: f32, t: f32) -> f32 {
        a + (b - a) * t
    }

    fn fade(t: f32) -> f32 {
        t * t * t * (t * (t * 6.0 - 15.0) + 10.0)
    }

    /// Mixes what a function says of the four corners of a cell.
    fn corners(x: f32, y: f32, corner: impl Fn(i32, i32, f32, f32) -> f32) -> f32 {
        let (x0, y0) = (x.floor(), y.floor());
        let (fx, fy) = (x - x0, y - y0);
        let (ix, iy) = (x0 as i32, y0 as i32);
        let row = |dy: i32| {
            let [a, b] = [0, 1].map(|dx| corner(ix + dx, iy + dy, fx - dx as f32, fy - dy as f32));
            lerp(a, b, fade(fx))
        };
        lerp(row(0), row(1), fade(fy))
    }

    impl Noise for Value {
        fn sample(&self, x: f32, y: f32) -> f32 {
            corners(x, y, |ix, iy, _, _| {
                hash::lattice(ix, iy, self.seed) as f32 / u32::MAX as f32 * 2.0 - 1.0
            })
        }
    }

    impl Noise for Gradient {
        fn sample(&self, x: f32, y: f32) -> f32 {
            corners(x, y, |ix, iy, dx, dy| match hash::lattice(ix, iy, self.seed) & 3 {
                0 => dx + dy,
                1 => dx - dy,
                2 => -dx + dy,
                3 => -dx - dy,
                _ => unreachable!(),
            })
        }
    }

    impl<N: Noise, const OCTAVES: u32> Noise for Fractal<N, OCTAVES> {
        fn sample(&self, x: f32, y: f32) -> f32 {
            let (sum, total, ..) = (0..OCTAVES).fold((0.0, 0.0, 1.0, 1.0), |(sum, total, size, scale), _| {
                let value = self.base.sample(x * scale, y * scale) * size;
                (sum + value, total + size, size * self.gain, scale * 2.0)
            });
            sum / total
        }
    }

    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Terrain {
        Water,
        Sand,
        Grass,
        Rock,
    }

    impl Terrain {
        pub fn of(height: f32) -> Self {
            match height {
                h if h < -0.1 => Terrain::Water,
                h if h < 0.0 => Terrain::Sand,
                h if h < 0.35 => Terrain::Grass,
                _ => Terrain::Rock,
            }
        }

        pub const fn symbol(self) -> u8 {
            match self {
                Self::Water => b'~',
                Self::Sand => b'.',
                Self::Grass => b'"',
                Self::Rock => b'^',
            }
        }
    }

    pub fn symbol_at(x: f32, y: f32, seed: u32) -> u8 {
        let heights = Fractal::<_, 4> { base: Gradient { seed }, gain: 0.5 };
        let detail = Value { seed: seed + 1 };
        Terrain::of(heights.sample(x, y) + 0.1 * detail.sample(x * 8.0, y * 8.0)).symbol()
    }

    #[kernel]
    pub fn map(out: &mut [u8], width: u32, seed: u32) {
        let i = invocation_id().x;
        if (i as usize) < out.len() {
            let (x, y) = (i % width, i / width);
            out[i as usize] = symbol_at(x as f32 * 0.13 - 4.0, y as f32 * 0.21 - 2.0, seed);
        }
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let (width, height, seed) = (60u32, 20u32, 7);
    let mut out = vec![0u8; (width * height) as usize];
    gpu::map(&mut out, width, seed).dispatch(device)?;
    for (i, symbol) in out.iter().enumerate() {
        let (x, y) = (i as u32 % width, i as u32 / width);
        assert_eq!(*symbol, gpu::symbol_at(x as f32 * 0.13 - 4.0, y as f32 * 0.21 - 2.0, seed));
    }
    for line in out.chunks(width as usize).take(3) {
        println!("{}", String::from_utf8_lossy(line));
    }
    Ok(())
}
