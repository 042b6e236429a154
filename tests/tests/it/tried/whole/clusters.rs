use vyre::prelude::*;

#[vyre::module]
mod gpu {
    use vyre::prelude::*;

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Point<const D: usize>(pub [f32; D]);

    pub trait Metric<const D: usize> {
        fn distance(&self, a: &Point<D>, b: &Point<D>) -> f32;
    }

    pub struct Euclidean;
    pub struct Manhattan;
    pub struct Minkowski {
        pub p: i32,
    }

    impl<const D: usize> Metric<D> for Euclidean {
        fn distance(&self, a: &Point<D>, b: &Point<D>) -> f32 {
            a.0.iter().zip(b.0.iter()).map(|(x, y)| (x - y) * (x - y)).sum::<f32>().sqrt()
        }
    }

    impl<const D: usize> Metric<D> for Manhattan {
        fn distance(&self, a: &Point<D>, b: &Point<D>) -> f32 {
            a.0.iter().zip(&b.0).map(|(x, y)| (x - y).abs()).sum()
        }
    }

    impl<const D: usize> Metric<D> for Minkowski {
        fn distance(&self, a: &Point<D>, b: &Point<D>) -> f32 {
            (0..D).fold(0.0, |sum, i| sum + (a.0[i] - b.0[i]).abs().powi(self.p))
        }
    }

    #[derive(Clone, Copy)]
    struct Cluster<const D: usize> {
        sum: [f32; D],
        count: u32,
    }

    impl<const D: usize> Cluster<D> {
        const EMPTY: Self = Cluster { sum: [0.0; D], count: 0 };

        fn add(&mut self, p: &Point<D>) {
            for (s, x) in self.sum.iter_mut().zip(p.0) {
                *s += x;
            }
            self.count += 1;
        }

        fn mean(&self) -> Option<Point<D>> {
            if self.count == 0 { None } else { Some(Point(self.sum.map(|s| s / self.count as f32))) }
        }
    }

    pub fn nearest<const D: usize, const K: usize>(centres: &[Point<D>; K], p: &Point<D>, metric: &impl Metric<D>) -> usize {
        centres
            .iter()
            .enumerate()
            .min_by(|(_, a), (_, b)| metric.distance(a, p).total_cmp(&metric.distance(b, p)))
            .map(|(i, _)| i)
            .expect("there are centres")
    }

    pub fn cluster<const D: usize, const K: usize, M: Metric<D>>(points: &[[f32; D]], mut centres: [Point<D>; K], metric: M) -> ([Point<D>; K], u32) {
        for round in 1.. {
            let mut clusters = [Cluster::EMPTY; K];
            for p in points {
                let p = Point(*p);
                clusters[nearest(&centres, &p, &metric)].add(&p);
            }
            let mut moved = false;
            for (centre, cluster) in centres.iter_mut().zip(&clusters) {
                let Some(mean) = cluster.mean() else { continue };
                moved |= mean != *centre;
                *centre = mean;
            }
            if !moved || round == 20 {
                return (centres, round);
            }
        }
        unreachable!()
    }

    pub fn by_metric(which: u32, points: &[[f32; 2]], start: [Point<2>; 3]) -> ([Point<2>; 3], u32) {
        match which {
            0 => cluster(points, start, Euclidean),
            1 => cluster(points, start, Manhattan),
            p => cluster(points, start, Minkowski { p: p as i32 }),
        }
    }

    #[kernel]
    pub fn k_means(points: &[[f32; 2]], centres: &mut [[f32; 6]], rounds: &mut [u32]) {
        let i = invocation_id().x as usize;
        if i < rounds.len() {
            let start = [Point(points[0]), Point(points[1]), Point(points[2])];
            let (found, n) = by_metric(i as u32, points, start);
            rounds[i] = n;
            for (to, from) in centres[i].chunks_exact_mut(2).zip(&found) {
                to.copy_from_slice(&from.0);
            }
        }
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let mut points = Vec::new();
    for i in 0..30 {
        let (cx, cy) = [(0.0, 0.0), (10.0, 1.0), (4.0, 9.0)][i % 3];
        points.push([cx + (i * 7 % 5) as f32 * 0.25, cy + (i * 3 % 7) as f32 * 0.5]);
    }
    let mut centres = vec![[0.0; 6]; 4];
    let mut rounds = vec![0; 4];
    gpu::k_means(&points, &mut centres, &mut rounds).dispatch(device)?;
    for i in 0..4 {
        let start = [0, 1, 2].map(|k| gpu::Point(points[k]));
        let (expected, n) = gpu::by_metric(i as u32, &points, start);
        assert_eq!(expected.map(|p| p.0).concat(), centres[i]);
        assert_eq!(n, rounds[i]);
        assert!(centres[i][0] < 2.0 && centres[i][2] > 9.0 && centres[i][5] > 8.0);
    }
    println!("clusters: {centres:?} after {rounds:?}");
    Ok(())
}
