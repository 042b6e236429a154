use vyre::prelude::*;

/// Marching squares: lines of height of a field, their length, and the area below them.
#[vyre::module]
mod gpu {
    use std::ops::{Add, Mul, Sub};
    use vyre::prelude::*;

    #[vyre::data]
    #[derive(Debug, PartialEq, PartialOrd, Default)]
    pub struct Point {
        pub x: f32,
        pub y: f32,
    }

    impl Point {
        pub const fn new(x: f32, y: f32) -> Self {
            Self { x, y }
        }

        fn lerp(self, other: Self, t: f32) -> Self {
            self + (other - self) * t
        }

        fn length(self) -> f32 {
            self.x.hypot(self.y)
        }

        fn cross(self, other: Self) -> f32 {
            self.x * other.y - self.y * other.x
        }
    }

    impl Add for Point {
        type Output = Point;
        fn add(self, o: Point) -> Point {
            Point::new(self.x + o.x, self.y + o.y)
        }
    }

    impl Sub for Point {
        type Output = Point;
        fn sub(self, o: Point) -> Point {
            Point::new(self.x - o.x, self.y - o.y)
        }
    }

    impl Mul<f32> for Point {
        type Output = Point;
        fn mul(self, k: f32) -> Point {
            Point { x: self.x * k, y: self.y * k }
        }
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Side {
        Bottom,
        Right,
        Top,
        Left,
    }
    use Side::*;

    /// Which sides a line joins, by the corners that are inside.
    const LINES: [&[(Side, Side)]; 16] = [
        &[],
        &[(Left, Bottom)],
        &[(Bottom, Right)],
        &[(Left, Right)],
        &[(Right, Top)],
        &[(Left, Top), (Right, Bottom)],
        &[(Bottom, Top)],
        &[(Left, Top)],
        &[(Top, Left)],
        &[(Top, Bottom)],
        &[(Bottom, Left), (Top, Right)],
        &[(Top, Right)],
        &[(Right, Left)],
        &[(Right, Bottom)],
        &[(Bottom, Left)],
        &[],
    ];

    pub trait Field {
        fn at(&self, p: Point) -> f32;

        fn gradient(&self, p: Point) -> Point {
            const H: f32 = 1.0 / 64.0;
            let d = |dx, dy| self.at(p + Point::new(dx, dy)) - self.at(p - Point::new(dx, dy));
            Point::new(d(H, 0.0), d(0.0, H)) * (0.5 / H)
        }
    }

    #[derive(Clone, Copy)]
    pub struct Disc {
        pub centre: Point,
        pub radius: f32,
    }

    impl Field for Disc {
        fn at(&self, p: Point) -> f32 {
            self.radius - (p - self.centre).length()
        }
    }

    pub struct Union<A, B>(pub A, pub B);

    impl<A: Field, B: Field> Field for Union<A, B> {
        fn at(&self, p: Point) -> f32 {
            self.0.at(p).max(self.1.at(p))
        }
    }

    impl<F: Fn(Point) -> f32> Field for F {
        fn at(&self, p: Point) -> f32 {
            self(p)
        }
    }

    struct Cell {
        corners: [Point; 4],
        values: [f32; 4],
    }

    impl Cell {
        fn new(field: &impl Field, x: usize, y: usize, step: f32) -> Self {
            let corners = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(dx, dy)| Point::new((x + dx) as f32, (y + dy) as f32) * step);
            Cell { corners, values: corners.map(|c| field.at(c)) }
        }

        fn index(&self) -> usize {
            self.values.iter().rev().fold(0, |bits, v| bits << 1 | (*v > 0.0) as usize)
        }

        fn crossing(&self, side: Side) -> Point {
            let i = side as usize;
            let j = (i + 1) % 4;
            let (a, b) = (self.values[i], self.values[j]);
            self.corners[i].lerp(self.corners[j], a / (a - b))
        }

        fn segments(&self) -> impl Iterator<Item = [Point; 2]> + '_ {
            LINES[self.index()].iter().map(|&(from, to)| [self.crossing(from), self.crossing(to)])
        }
    }

    pub fn contour(field: impl Field, cells: usize, step: f32, mut visit: impl FnMut([Point; 2])) -> u32 {
        let mut lines = 0;
        for y in 0..cells {
            for x in 0..cells {
                for segment in Cell::new(&field, x, y, step).segments() {
                    visit(segment);
                    lines += 1;
                }
            }
        }
        lines
    }

    pub fn measure(field: impl Field, cells: usize, size: f32) -> (f32, f32, u32) {
        let (mut length, mut area) = (0.0, 0.0);
        let lines = contour(field, cells, size / cells as f32, |[a, b]| {
            length += (b - a).length();
            area += a.cross(b) / 2.0;
        });
        (length, area.abs(), lines)
    }

    pub fn scene(which: u32, cells: usize) -> (f32, f32, u32) {
        let disc = Disc { centre: Point::new(2.0, 2.0), radius: 1.5 };
        let small = Disc { centre: Point::new(3.0, 1.0), radius: 0.5 };
        match which {
            0 => measure(disc, cells, 4.0),
            1 => measure(small, cells, 4.0),
            2 => measure(Union(Disc { radius: 0.7, centre: Point::new(1.0, 1.0) }, Disc { radius: 0.7, ..disc }), cells, 4.0),
            3 => measure(|p: Point| 1.0 - (p.x - 2.0).abs() - (p.y - 2.0).abs(), cells, 4.0),
            _ => (0.0, 0.0, 0),
        }
    }

    #[kernel(workgroup_size = 8)]
    pub fn scenes(cells: u32, measures: &mut [[f32; 2]], lines: &mut [u32], slopes: &mut [Point]) {
        let i = invocation_id().x as usize;
        if i >= lines.len() {
            return;
        }
        let (length, area, count) = scene(i as u32, cells as usize);
        measures[i] = [length, area];
        lines[i] = count;
        let disc = Disc { centre: Point::default(), radius: 1.0 };
        slopes[i] = disc.gradient(Point::new(3.0, i as f32));
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let (mut measures, mut lines, mut slopes) = ([[0.0; 2]; 4], [0; 4], [gpu::Point::default(); 4]);
    gpu::scenes(16, &mut measures, &mut lines, &mut slopes).dispatch(device)?;
    let pi = std::f32::consts::PI;
    let expected = [[3.0 * pi, 2.25 * pi], [pi, 0.25 * pi], [2.8 * pi, 0.98 * pi], [32f32.sqrt(), 2.0]];
    for (measured, expected) in measures.iter().zip(expected) {
        assert!(measured.iter().zip(expected).all(|(a, b)| (a - b).abs() / b < 0.11), "{measures:?}");
    }
    for (i, slope) in slopes.iter().enumerate() {
        let length = 3f32.hypot(i as f32);
        assert!((slope.x + 3.0 / length).abs() < 1e-3 && (slope.y + i as f32 / length).abs() < 1e-3, "{slopes:?}");
        let (length, area, count) = gpu::scene(i as u32, 16);
        assert_eq!(([length, area], count), (measures[i], lines[i]));
    }
    Ok(())
}
