//! Heat in three dimensions (PolyBench's heat-3d) and the means of a field, against plain Rust with the same roundings.

use crate::ported::devices;

#[vyre::kernel(workgroup_size = (4, 4, 4))]
fn step<const N: u32>(old: &[f32], new: &mut [f32]) {
    fn curvature(before: f32, here: f32, after: f32) -> f32 {
        0.125 * (after - 2.0 * here + before)
    }
    let id = invocation_id();
    let (x, y, z) = (id.x, id.y, id.z);
    if x >= N || y >= N || z >= N {
        return;
    }
    let at = (z * N + y) * N + x;
    let is_border =
        matches!((x, y, z), (0, _, _) | (_, 0, _) | (_, _, 0)) || x == N - 1 || y == N - 1 || z == N - 1;
    let here = old[at];
    new[at] = if is_border {
        here
    } else {
        curvature(old[at - N * N], here, old[at + N * N])
            + curvature(old[at - N], here, old[at + N])
            + curvature(old[at - 1], here, old[at + 1])
            + here
    };
}

const N: usize = 10;

/// The start of PolyBench, and its formula.
fn start() -> Vec<f32> {
    let at = |i: usize| (i / N / N + i / N % N + (N - i % N)) as f32 * 10.0 / N as f32;
    (0..N * N * N).map(at).collect()
}

fn expected(old: &[f32]) -> Vec<f32> {
    let mut new = old.to_vec();
    for z in 1..N - 1 {
        for y in 1..N - 1 {
            for x in 1..N - 1 {
                let at =
                    |dz: usize, dy: usize, dx: usize| old[((z + dz - 1) * N + y + dy - 1) * N + x + dx - 1];
                let here = at(1, 1, 1);
                new[(z * N + y) * N + x] = 0.125 * (at(2, 1, 1) - 2.0 * here + at(0, 1, 1))
                    + 0.125 * (at(1, 2, 1) - 2.0 * here + at(1, 0, 1))
                    + 0.125 * (at(1, 1, 2) - 2.0 * here + at(1, 1, 0))
                    + here;
            }
        }
    }
    new
}

#[test]
fn a_cube_that_cools() {
    for device in devices() {
        let mut plain = start();
        plain[555] = 1e6;
        let mut old = device.buffer(&plain).unwrap();
        let mut new = device.buffer(&plain).unwrap();
        for _ in 0..20 {
            step::<10>(&old, &mut new).invocations([10; 3]).dispatch(&device).unwrap();
            (old, new) = (new, old);
            plain = expected(&plain);
        }
        assert_eq!(old.read().unwrap(), plain, "{device}");
    }
}
