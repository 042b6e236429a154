//! Convex hulls of eight points each, by Andrew's chain, and their areas.

use vyre::prelude::*;

#[vyre::module]
mod kernels {
    use std::ops::Sub;

    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
    pub struct Point {
        pub x: i32,
        pub y: i32,
    }

    impl Sub for Point {
        type Output = Point;
        fn sub(self, o: Point) -> Point {
            Point { x: self.x - o.x, y: self.y - o.y }
        }
    }

    impl Point {
        fn cross(self, o: Point) -> i32 {
            self.x * o.y - self.y * o.x
        }
    }

    #[derive(Clone, Copy, Default)]
    pub struct Polygon {
        points: [Point; 16],
        len: usize,
    }

    impl Polygon {
        fn push(&mut self, p: Point, floor: usize) {
            while self.len >= floor + 2 {
                let (a, b) = (self.points[self.len - 2], self.points[self.len - 1]);
                if (b - a).cross(p - b) > 0 {
                    break;
                }
                self.len -= 1;
            }
            self.points[self.len] = p;
            self.len += 1;
        }

        fn corners(&self) -> &[Point] {
            &self.points[..self.len]
        }

        /// Twice the area.
        fn area(&self) -> i32 {
            let corners = self.corners();
            corners.iter().zip(corners.iter().cycle().skip(1)).map(|(a, b)| a.cross(*b)).sum::<i32>().abs()
        }
    }

    fn hull(points: &[Point; 8]) -> Polygon {
        let mut sorted = *points;
        sorted.sort();
        let mut result = Polygon::default();
        for p in sorted {
            result.push(p, 0);
        }
        result.len -= 1;
        let floor = result.len;
        for &p in sorted.iter().rev() {
            result.push(p, floor);
        }
        result.len -= 1;
        result
    }

    #[kernel]
    pub fn hulls(points: &[[Point; 8]], corners: &mut [u32], areas: &mut [i32]) {
        let i = invocation_id().x as usize;
        if i < points.len() {
            let hull = hull(&points[i]);
            corners[i] = hull.corners().len() as u32;
            areas[i] = hull.area();
        }
    }
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    use kernels::Point;
    let p = |x, y| Point { x, y };
    let points = [
        [p(0, 0), p(4, 4), p(4, 0), p(0, 4), p(2, 2), p(1, 3), p(3, 1), p(2, 0)],
        [p(0, 0), p(10, 1), p(5, 9), p(5, 4), p(4, 3), p(6, 5), p(5, 2), p(4, 4)],
        [p(-3, -1), p(-1, -3), p(1, -3), p(3, -1), p(3, 1), p(1, 3), p(-1, 3), p(-3, 1)],
    ];
    let (mut corners, mut areas) = ([0; 3], [0; 3]);
    kernels::hulls(&points, &mut corners, &mut areas).dispatch(device)?;
    // Twice: 4 * 4; |10 * 9 - 5 * 1|; 6 * 6 less four corners of 2 * 2 / 2.
    assert_eq!((corners, areas), ([4, 3, 8], [32, 85, 56]));
    Ok(())
}
