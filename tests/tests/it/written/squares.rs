use vyre::prelude::*;

#[vyre::module]
mod kernels {
    use vyre::prelude::*;

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Segment {
        pub from: [f32; 2],
        pub to: [f32; 2],
    }

    #[derive(Clone, Copy)]
    enum Edge {
        Bottom,
        Right,
        Top,
        Left,
    }
    use Edge::*;

    /// The edges that the lines of each case connect.
    const CASES: [&[(Edge, Edge)]; 16] = [
        &[],
        &[(Left, Bottom)],
        &[(Bottom, Right)],
        &[(Left, Right)],
        &[(Right, Top)],
        &[(Left, Top), (Bottom, Right)],
        &[(Bottom, Top)],
        &[(Left, Top)],
        &[(Top, Left)],
        &[(Top, Bottom)],
        &[(Top, Right), (Left, Bottom)],
        &[(Top, Right)],
        &[(Right, Left)],
        &[(Right, Bottom)],
        &[(Bottom, Left)],
        &[],
    ];

    struct Cell {
        x: f32,
        y: f32,
        corners: [f32; 4],
    }

    impl Cell {
        fn case(&self, level: f32) -> usize {
            self.corners.iter().enumerate().map(|(k, &c)| usize::from(c >= level) << k).sum()
        }

        fn point(&self, edge: Edge, level: f32) -> [f32; 2] {
            let [a, b, c, d] = self.corners;
            let along = |from: f32, to: f32| (level - from) / (to - from);
            match edge {
                Edge::Bottom => [self.x + along(a, b), self.y],
                Edge::Right => [self.x + 1.0, self.y + along(b, c)],
                Edge::Top => [self.x + along(d, c), self.y + 1.0],
                Edge::Left => [self.x, self.y + along(a, d)],
            }
        }
    }

    #[kernel(workgroup_size = (8, 8))]
    pub fn contour(
        field: &[f32],
        width: u32,
        height: u32,
        level: f32,
        segments: &mut [Segment],
        counts: &mut [u32],
    ) {
        let (x, y) = (invocation_id().x, invocation_id().y);
        if x + 1 >= width || y + 1 >= height {
            return;
        }
        let at = |dx: u32, dy: u32| field[((y + dy) * width + x + dx) as usize];
        let cell = Cell { x: x as f32, y: y as f32, corners: [at(0, 0), at(1, 0), at(1, 1), at(0, 1)] };
        let lines = CASES[cell.case(level)];
        let index = (y * (width - 1) + x) as usize;
        for (k, &(from, to)) in lines.iter().enumerate() {
            segments[2 * index + k] = Segment { from: cell.point(from, level), to: cell.point(to, level) };
        }
        counts[index] = lines.len() as u32;
    }
}

pub fn test(device: &Device) -> Result<(), vyre::Error> {
    use kernels::Segment;
    let (w, h) = (9u32, 7u32);
    let field: Vec<f32> = (0..w * h).map(|n| ((n * 31) % 13) as f32).collect();
    let cells = ((w - 1) * (h - 1)) as usize;
    let mut segments = vec![Segment { from: [0.0; 2], to: [0.0; 2] }; 2 * cells];
    let mut counts = vec![0u32; cells];
    kernels::contour(&field, w, h, 6.5, &mut segments, &mut counts)
        .invocations([w, h, 1])
        .dispatch(device)?;
    for y in 0..h - 1 {
        for x in 0..w - 1 {
            let f = |dx: u32, dy: u32| field[((y + dy) * w + x + dx) as usize];
            let mut crossings = 0;
            for (a, b) in [(f(0, 0), f(1, 0)), (f(1, 0), f(1, 1)), (f(0, 1), f(1, 1)), (f(0, 0), f(0, 1))] {
                crossings += ((a >= 6.5) != (b >= 6.5)) as u32;
            }
            let index = (y * (w - 1) + x) as usize;
            assert_eq!(counts[index] * 2, crossings);
            for s in &segments[2 * index..2 * index + counts[index] as usize] {
                for p in [s.from, s.to] {
                    let (u, v) = (p[0] - x as f32, p[1] - y as f32);
                    let value = f(0, 0) * (1.0 - u) * (1.0 - v)
                        + f(1, 0) * u * (1.0 - v)
                        + f(0, 1) * (1.0 - u) * v
                        + f(1, 1) * u * v;
                    assert!((value - 6.5).abs() < 1e-3, "{value}");
                }
            }
        }
    }
    Ok(())
}
