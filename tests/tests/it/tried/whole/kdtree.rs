use vyre::prelude::*;

/// Nearest neighbours in a k-d tree that lies in an array, median in the middle.
#[vyre::module]
mod gpu {
    use core::ops::{Index, Sub};
    use vyre::prelude::*;

    pub const K: usize = 3;

    #[vyre::data]
    #[derive(Debug, PartialEq, Default)]
    pub struct Point {
        pub coordinates: [f32; 3],
        pub id: u32,
    }

    impl Index<usize> for Point {
        type Output = f32;

        fn index(&self, axis: usize) -> &f32 {
            &self.coordinates[axis]
        }
    }

    impl Sub for &Point {
        type Output = [f32; 3];

        fn sub(self, other: &Point) -> [f32; 3] {
            core::array::from_fn(|k| self[k] - other[k])
        }
    }

    fn squared(v: [f32; K]) -> f32 {
        v.iter().map(|x| x * x).sum()
    }

    #[derive(Debug, Clone, Copy, PartialEq)]
    struct Neighbour {
        distance: f32,
        id: u32,
    }

    /// The best `N` so far, sorted by distance.
    struct Nearest<const N: usize> {
        found: [Neighbour; N],
        len: usize,
    }

    impl<const N: usize> Nearest<N> {
        fn new() -> Self {
            Self { found: [Neighbour { distance: f32::INFINITY, id: u32::MAX }; N], len: 0 }
        }

        fn worst(&self) -> f32 {
            self.found.last().map_or(0.0, |n| n.distance)
        }

        fn offer(&mut self, candidate: Neighbour) {
            if candidate.distance >= self.worst() {
                return;
            }
            let at = self.found.iter().position(|n| n.distance > candidate.distance).unwrap_or(N - 1);
            self.found[at..].rotate_right(1);
            self.found[at] = candidate;
            self.len = (self.len + 1).min(N);
        }

        fn ids(&self) -> [u32; N] {
            self.found.map(|n| n.id)
        }
    }

    #[derive(Clone, Copy, Default)]
    struct Range {
        start: usize,
        end: usize,
        axis: usize,
        bound: f32,
    }

    impl Range {
        fn middle(&self) -> Option<usize> {
            (self.start < self.end).then(|| self.start + (self.end - self.start) / 2)
        }
    }

    pub fn nearest<const N: usize>(tree: &[Point], query: &Point) -> ([u32; N], u32) {
        let mut best = Nearest::<N>::new();
        let mut visited = 0;
        let mut stack = [Range::default(); 24];
        stack[0] = Range { start: 0, end: tree.len(), ..Default::default() };
        let mut top = 1usize;
        while let Some(depth) = top.checked_sub(1) {
            top = depth;
            let range = stack[depth];
            if range.bound >= best.worst() {
                continue;
            }
            let Some(middle) = range.middle() else { continue };
            visited += 1;
            let node = &tree[middle];
            best.offer(Neighbour { distance: squared(node - query), id: node.id });
            let delta = query[range.axis] - node[range.axis];
            let axis = (range.axis + 1) % K;
            let left = Range { end: middle, axis, ..range };
            let right = Range { start: middle + 1, axis, ..range };
            let (near, mut far) = if delta < 0.0 { (left, right) } else { (right, left) };
            far.bound = far.bound.max(delta * delta);
            for side in [far, near] {
                stack[top] = side;
                top += 1;
            }
        }
        (best.ids(), visited)
    }

    #[kernel(workgroup_size = 64)]
    pub fn all_nearest(tree: &[Point], queries: &[Point], out: &mut [[u32; 4]], visits: &mut [u32]) {
        let i = invocation_id().x as usize;
        if i < queries.len() {
            (out[i], visits[i]) = nearest::<4>(tree, &queries[i]);
        }
    }
}

fn build(points: &mut [gpu::Point], axis: usize) {
    if points.len() < 2 {
        return;
    }
    points.sort_by(|a, b| a.coordinates[axis].total_cmp(&b.coordinates[axis]));
    let (left, right) = points.split_at_mut(points.len() / 2);
    build(left, (axis + 1) % gpu::K);
    build(&mut right[1..], (axis + 1) % gpu::K);
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let mut state = 12345u32;
    let mut point = |id| gpu::Point {
        coordinates: std::array::from_fn(|_| {
            state = state.wrapping_mul(1664525).wrapping_add(1013904223);
            (state >> 8) as f32 / (1 << 24) as f32
        }),
        id,
    };
    let mut tree: Vec<_> = (0..200).map(&mut point).collect();
    let queries: Vec<_> = (0..40).map(&mut point).collect();
    build(&mut tree, 0);
    let (mut out, mut visits) = (vec![[0; 4]; 40], vec![0; 40]);
    gpu::all_nearest(&tree, &queries, &mut out, &mut visits).dispatch(device)?;
    for ((query, found), visits) in queries.iter().zip(&out).zip(&visits) {
        let mut order: Vec<_> = tree.iter().map(|p| {
            let d: f32 = (0..3).map(|k| (p.coordinates[k] - query.coordinates[k]).powi(2)).sum();
            (d, p.id)
        }).collect();
        order.sort_by(|a, b| a.0.total_cmp(&b.0));
        assert!(order.iter().zip(found).all(|(a, b)| a.1 == *b));
        assert_eq!(gpu::nearest::<4>(&tree, query), (*found, *visits));
        assert!((1..200).contains(visits));
    }
    Ok(())
}
