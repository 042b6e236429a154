use vyre::prelude::*;

/// Lattice Boltzmann, D2Q9, on a torus with solid cells.
#[vyre::module]
mod gpu {
    use vyre::prelude::*;

    pub const W: usize = 24;
    pub const H: usize = 16;

    pub struct Direction {
        pub dx: i32,
        pub dy: i32,
        pub weight: f32,
    }

    impl Direction {
        const fn new(dx: i32, dy: i32, weight: f32) -> Self {
            Direction { dx, dy, weight }
        }
    }

    const CENTRE: f32 = 4.0 / 9.0;
    const AXIS: f32 = 1.0 / 9.0;
    const DIAGONAL: f32 = 1.0 / 36.0;

    pub const DIRECTIONS: [Direction; 9] = [
        Direction::new(0, 0, CENTRE),
        Direction::new(1, 0, AXIS),
        Direction::new(0, 1, AXIS),
        Direction::new(-1, 0, AXIS),
        Direction::new(0, -1, AXIS),
        Direction::new(1, 1, DIAGONAL),
        Direction::new(-1, 1, DIAGONAL),
        Direction::new(-1, -1, DIAGONAL),
        Direction::new(1, -1, DIAGONAL),
    ];
    const OPPOSITE: [usize; 9] = [0, 3, 4, 1, 2, 7, 8, 5, 6];

    pub type Populations = [f32; 9];

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Moments {
        pub density: f32,
        pub ux: f32,
        pub uy: f32,
    }

    impl From<&Populations> for Moments {
        fn from(f: &Populations) -> Self {
            let density: f32 = f.iter().sum();
            let (px, py) = f.iter().zip(&DIRECTIONS).fold((0.0, 0.0), |(px, py), (f, d)| {
                (px + f * d.dx as f32, py + f * d.dy as f32)
            });
            Moments { density, ux: px / density, uy: py / density }
        }
    }

    impl Moments {
        pub fn equilibrium(&self) -> Populations {
            let square = self.ux * self.ux + self.uy * self.uy;
            core::array::from_fn(|k| {
                let Direction { dx, dy, weight } = DIRECTIONS[k];
                let along = dx as f32 * self.ux + dy as f32 * self.uy;
                weight * self.density * (1.0 + 3.0 * along + 4.5 * along * along - 1.5 * square)
            })
        }
    }

    pub fn collide(f: Populations, omega: f32) -> Populations {
        let eq = Moments::from(&f).equilibrium();
        let mut out = f;
        for (f, eq) in out.iter_mut().zip(eq) {
            *f += omega * (eq - *f);
        }
        out
    }

    fn wrap(value: i32, size: usize) -> usize {
        value.rem_euclid(size as i32) as usize
    }

    /// What streams into a cell.
    pub fn stream(cells: &[Populations], solid: &[bool], x: usize, y: usize) -> Populations {
        let here = y * W + x;
        let mut out = [0.0; 9];
        for (k, d) in DIRECTIONS.iter().enumerate() {
            let from = wrap(y as i32 - d.dy, H) * W + wrap(x as i32 - d.dx, W);
            out[k] = match solid[from] {
                true => cells[here][OPPOSITE[k]],
                false => cells[from][k],
            };
        }
        out
    }

    #[kernel(workgroup_size = (8, 8))]
    pub fn step(cells: &[Populations], solid: &[bool], next: &mut [Populations], omega: f32) {
        let (x, y) = (invocation_id().x as usize, invocation_id().y as usize);
        if x < W && y < H {
            next[y * W + x] = if solid[y * W + x] {
                cells[y * W + x]
            } else {
                collide(stream(cells, solid, x, y), omega)
            };
        }
    }

    #[kernel]
    pub fn speeds(cells: &[Populations], out: &mut [f32]) {
        let i = invocation_id().x as usize;
        if let Some(cell) = cells.get(i) {
            let m: Moments = cell.into();
            out[i] = m.ux.hypot(m.uy);
        }
    }
}

use gpu::{H, Moments, Populations, W};

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let solid: Vec<bool> = (0..W * H).map(|i| (i % W).abs_diff(8) < 2 && (i / W).abs_diff(8) < 3).collect();
    let start: Vec<Populations> = (0..W * H)
        .map(|i| Moments { density: 1.0 + (i % 5) as f32 * 0.01, ux: 0.1, uy: 0.0 }.equilibrium())
        .collect();
    let (mut now, mut next) = (device.buffer(&start)?, device.buffer(&start)?);
    let mut expected = start.clone();
    for _ in 0..6 {
        gpu::step(&now, &solid, &mut next, 1.2).invocations([W as u32, H as u32, 1]).dispatch(device)?;
        std::mem::swap(&mut now, &mut next);
        expected = (0..W * H)
            .map(|i| {
                if solid[i] {
                    expected[i]
                } else {
                    gpu::collide(gpu::stream(&expected, &solid, i % W, i / W), 1.2)
                }
            })
            .collect();
    }
    assert_eq!(now.read()?, expected);
    let mut speeds = vec![0.0; W * H];
    gpu::speeds(&now, &mut speeds).dispatch(device)?;
    let m = Moments::from(&expected[0]);
    assert!((speeds[0] - (m.ux * m.ux + m.uy * m.uy).sqrt()).abs() < 1e-6);
    println!("mass {}", expected.iter().flatten().sum::<f32>());
    Ok(())
}
