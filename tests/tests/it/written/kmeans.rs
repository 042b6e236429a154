use vyre::prelude::*;

#[vyre::module]
mod kernels {
    use vyre::prelude::*;

    pub const DIMENSIONS: usize = 3;
    type Point = [f32; DIMENSIONS];

    fn distance_squared(a: &Point, b: &Point) -> f32 {
        a.iter().zip(b.iter()).map(|(x, y)| (x - y) * (x - y)).sum()
    }

    #[kernel(workgroup_size = 64)]
    pub fn assign(
        points: &[[f32; DIMENSIONS]],
        centres: &[[f32; DIMENSIONS]],
        labels: &mut [u32],
        changed: &[AtomicU32],
    ) {
        let i = invocation_id().x as usize;
        if i >= points.len() {
            return;
        }
        let nearest = centres
            .iter()
            .enumerate()
            .min_by(|(_, a), (_, b)| {
                distance_squared(&points[i], a).total_cmp(&distance_squared(&points[i], b))
            })
            .map(|(k, _)| k as u32)
            .unwrap_or(0);
        if labels[i] != nearest {
            labels[i] = nearest;
            changed[0].fetch_add(1);
        }
    }

    #[derive(Default, Clone, Copy)]
    struct Cluster {
        sum: Point,
        count: u32,
    }

    impl Cluster {
        fn add(&mut self, p: &Point) {
            for (s, x) in self.sum.iter_mut().zip(p) {
                *s += x;
            }
            self.count += 1;
        }

        fn centre(&self) -> Option<Point> {
            if self.count == 0 {
                return None;
            }
            Some(self.sum.map(|s| s / self.count as f32))
        }
    }

    #[kernel(workgroup_size = 4)]
    pub fn update(points: &[[f32; DIMENSIONS]], labels: &[u32], centres: &mut [[f32; DIMENSIONS]]) {
        let k = invocation_id().x as usize;
        if k < centres.len() {
            let mut cluster = Cluster::default();
            for (p, _) in points.iter().zip(labels).filter(|(_, label)| **label as usize == k) {
                cluster.add(p);
            }
            if let Some(centre) = cluster.centre() {
                centres[k] = centre;
            }
        }
    }
}

pub fn test(device: &Device) -> Result<(), vyre::Error> {
    let points: Vec<[f32; 3]> =
        (0..100).map(|n| [(n % 10) as f32, (n * n % 17) as f32, (n / 25) as f32 * 10.0]).collect();
    let mut centres = vec![[0.0f32, 0.0, 0.0], [5.0, 5.0, 10.0], [9.0, 9.0, 30.0]];
    let mut expected = centres.clone();
    let mut labels = vec![u32::MAX; 100];
    let mut changed = [0u32];
    for _ in 0..3 {
        kernels::assign(&points, &centres, &mut labels, &mut changed)
            .invocations([100, 1, 1])
            .dispatch(device)?;
        kernels::update(&points, &labels, &mut centres).dispatch(device)?;
        let d = |a: &[f32; 3], b: &[f32; 3]| (0..3).map(|k| (a[k] - b[k]) * (a[k] - b[k])).sum::<f32>();
        let l: Vec<usize> = points
            .iter()
            .map(|p| (0..3).min_by(|a, b| d(p, &expected[*a]).total_cmp(&d(p, &expected[*b]))).unwrap())
            .collect();
        assert_eq!(labels, l.iter().map(|l| *l as u32).collect::<Vec<_>>());
        for k in 0..3 {
            let (mut s, mut n) = ([0f32; 3], 0);
            for (p, _) in points.iter().zip(&l).filter(|(_, l)| **l == k) {
                for j in 0..3 {
                    s[j] += p[j];
                }
                n += 1;
            }
            if n > 0 {
                expected[k] = s.map(|s| s / n as f32);
            }
        }
        assert_eq!(centres, expected);
    }
    assert!(changed[0] >= 100);
    Ok(())
}
