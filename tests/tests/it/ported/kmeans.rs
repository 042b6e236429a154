//! k-means (Rodinia): points of whole numbers, sums by atomics, until no point changes its cluster, against plain Rust.

use crate::ported::devices;
use vyre::prelude::*;
use vyre_tests::values::random;

const DIMENSIONS: u32 = 4;

type Point = [i32; DIMENSIONS as usize];

#[vyre::function]
fn squared_distance(a: [i32; 4], b: [i32; 4]) -> u64 {
    let mut sum = 0;
    for k in 0..DIMENSIONS {
        let d = u64::from(a[k].abs_diff(b[k]));
        sum += d * d;
    }
    sum
}

/// The nearest centre, the first of several.
#[vyre::function]
fn nearest(point: [i32; 4], centers: &[[i32; 4]]) -> u32 {
    let (mut best, mut least) = (0, u64::MAX);
    for c in 0..centers.len() {
        let distance: u64 = squared_distance(point, centers[c]);
        if distance < least {
            (best, least) = (c, distance);
        }
    }
    best
}

#[vyre::kernel(workgroup_size = 64)]
fn assign(
    points: &[[i32; 4]],
    centers: &[[i32; 4]],
    clusters: &mut [u32],
    sums: &[AtomicU32],
    counts: &[AtomicU32],
    changes: &[AtomicU32],
) {
    let i = invocation_id().x;
    if i >= points.len() {
        return;
    }
    let cluster: u32 = nearest(points[i], centers);
    if clusters[i] != cluster {
        clusters[i] = cluster;
        changes[0].fetch_add(1);
    }
    counts[cluster].fetch_add(1);
    for k in 0..DIMENSIONS {
        sums[cluster * DIMENSIONS + k].fetch_add(points[i][k] as u32);
    }
}

#[vyre::kernel(workgroup_size = 32)]
fn update(centers: &mut [[i32; 4]], sums: &[u32], counts: &[u32]) {
    let c = invocation_id().x;
    if c < centers.len() && counts[c] > 0 {
        for k in 0..DIMENSIONS {
            centers[c][k] = (sums[c * DIMENSIONS + k] as i32).div_euclid(counts[c] as i32);
        }
    }
}

fn clusters(device: &Device, points: &[Point], mut centers: Vec<Point>) -> (Vec<u32>, Vec<Point>) {
    let k = centers.len();
    let mut clusters = vec![u32::MAX; points.len()];
    loop {
        let (mut sums, mut counts, mut changes) = (vec![0; 4 * k], vec![0; k], [0]);
        assign(points, &centers, &mut clusters, &mut sums, &mut counts, &mut changes)
            .invocations([points.len() as u32, 1, 1])
            .dispatch(device)
            .unwrap();
        if changes == [0] {
            return (clusters, centers);
        }
        update(&mut centers, &sums, &counts).dispatch(device).unwrap();
    }
}

fn expected(points: &[Point], mut centers: Vec<Point>) -> (Vec<u32>, Vec<Point>) {
    let mut clusters = vec![];
    loop {
        let distance = |a: &Point, b: &Point| -> i64 {
            a.iter().zip(b).map(|(a, b)| (i64::from(*a) - i64::from(*b)).pow(2)).sum()
        };
        let nearest =
            |point| (0..centers.len()).min_by_key(|&c| distance(point, &centers[c])).unwrap() as u32;
        let next: Vec<u32> = points.iter().map(nearest).collect();
        if next == clusters {
            return (clusters, centers);
        }
        clusters = next;
        for (c, center) in (0..).zip(&mut centers) {
            let of_cluster =
                || points.iter().zip(&clusters).filter(|(_, of)| **of == c).map(|(point, _)| point);
            let count = of_cluster().count() as i64;
            for k in 0..4 {
                let sum: i64 = of_cluster().map(|point| i64::from(point[k])).sum();
                if count > 0 {
                    center[k] = sum.div_euclid(count) as i32;
                }
            }
        }
    }
}

#[test]
fn clouds_of_points() {
    for (count, k, spread) in [(100, 3, 50), (1000, 8, 300), (777, 5, 5)] {
        let noise = random(count, 4 * count, 2 * spread);
        let cloud = |n: usize| (n as i32 % k * 701 % 1000) - 500;
        let points: Vec<Point> = noise
            .chunks(4)
            .enumerate()
            .map(|(n, noise)| {
                std::array::from_fn(|i| cloud(n) * (i as i32 - 1) + noise[i] as i32 - spread as i32)
            })
            .collect();
        let centers = points[..k as usize].to_vec();
        let expected = expected(&points, centers.clone());
        for device in devices() {
            assert_eq!(clusters(&device, &points, centers.clone()), expected, "{count} points on {device}");
        }
    }
}
