use vyre::prelude::*;

#[vyre::module]
mod kernels {
    use vyre::prelude::*;

    #[derive(Clone, Copy, Debug, PartialEq, Default)]
    pub struct Cell {
        pub u: f32,
        pub v: f32,
    }

    #[derive(Clone, Copy)]
    pub struct Parameters {
        pub feed: f32,
        pub kill: f32,
        pub du: f32,
        pub dv: f32,
    }

    struct Grid<'a> {
        cells: &'a [Cell],
        width: i32,
        height: i32,
    }

    impl Grid<'_> {
        fn at(&self, x: i32, y: i32) -> Cell {
            let (x, y) = (x.rem_euclid(self.width), y.rem_euclid(self.height));
            self.cells[(y * self.width + x) as usize]
        }

        fn laplacian(&self, x: i32, y: i32) -> Cell {
            const KERNEL: [[f32; 3]; 3] = [[0.05, 0.2, 0.05], [0.2, -1.0, 0.2], [0.05, 0.2, 0.05]];
            let mut sum = Cell::default();
            for (dy, row) in KERNEL.iter().enumerate() {
                for (dx, weight) in row.iter().enumerate() {
                    let Cell { u, v } = self.at(x + dx as i32 - 1, y + dy as i32 - 1);
                    sum.u += weight * u;
                    sum.v += weight * v;
                }
            }
            sum
        }
    }

    #[kernel(workgroup_size = (8, 8))]
    pub fn step(cells: &[Cell], next: &mut [Cell], width: u32, height: u32, p: Parameters) {
        let id = invocation_id();
        if id.x >= width || id.y >= height {
            return;
        }
        let (x, y) = (id.x as i32, id.y as i32);
        let grid = Grid { cells, width: width as i32, height: height as i32 };
        let Cell { u, v } = grid.at(x, y);
        let l = grid.laplacian(x, y);
        let reaction = u * v * v;
        next[(id.y * width + id.x) as usize] = Cell {
            u: (u + p.du * l.u - reaction + p.feed * (1.0 - u)).clamp(0.0, 1.0),
            v: (v + p.dv * l.v + reaction - (p.kill + p.feed) * v).clamp(0.0, 1.0),
        };
    }
}

pub fn test(device: &Device) -> Result<(), vyre::Error> {
    use kernels::{Cell, Parameters};
    let (w, h) = (13u32, 10u32);
    let cells: Vec<Cell> =
        (0..w * h).map(|n| Cell { u: 1.0 - (n % 7) as f32 / 10.0, v: (n % 5) as f32 / 8.0 }).collect();
    let mut next = cells.clone();
    let p = Parameters { feed: 0.055, kill: 0.062, du: 1.0, dv: 0.5 };
    kernels::step(&cells, &mut next, w, h, p).invocations([w, h, 1]).dispatch(device)?;
    let at = |x: i32, y: i32| cells[(y.rem_euclid(h as i32) * w as i32 + x.rem_euclid(w as i32)) as usize];
    let k = [[0.05f32, 0.2, 0.05], [0.2, -1.0, 0.2], [0.05, 0.2, 0.05]];
    for y in 0..h as i32 {
        for x in 0..w as i32 {
            let (mut lu, mut lv) = (0.0f32, 0.0f32);
            for dy in 0..3 {
                for dx in 0..3 {
                    let c = at(x + dx - 1, y + dy - 1);
                    lu += k[dy as usize][dx as usize] * c.u;
                    lv += k[dy as usize][dx as usize] * c.v;
                }
            }
            let c = at(x, y);
            let r = c.u * c.v * c.v;
            let e = Cell {
                u: (c.u + p.du * lu - r + p.feed * (1.0 - c.u)).clamp(0.0, 1.0),
                v: (c.v + p.dv * lv + r - (p.kill + p.feed) * c.v).clamp(0.0, 1.0),
            };
            assert_eq!(next[(y * w as i32 + x) as usize], e);
        }
    }
    Ok(())
}
