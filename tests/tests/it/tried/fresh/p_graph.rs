//! A graph of a grid with walls: distances, ranks, and the far corner.

use vyre::algorithms::graph;
use vyre::prelude::*;

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    const N: u32 = 12;
    let free = |v: u32| (v / N * 5 + v % N * 3) % 4 != 1 || v == 0;
    let near = |v: u32| {
        let (y, x) = (v / N, v % N);
        [(y > 0).then(|| v - N), (x > 0).then(|| v - 1), (x + 1 < N).then_some(v + 1), (y + 1 < N).then_some(v + N)]
            .into_iter()
            .flatten()
            .filter(move |w| free(v) && free(*w))
    };
    let (mut offsets, mut targets) = (vec![0u32], vec![]);
    for v in 0..N * N {
        targets.extend(near(v));
        offsets.push(targets.len() as u32);
    }
    let weights: Vec<u32> = targets.iter().map(|t| t % 5 + 1).collect();
    let (o, t, w) = (device.buffer(&offsets)?, device.buffer(&targets)?, device.buffer(&weights)?);
    let steps = graph::bfs(&o, &t, 0)?;
    let paths = graph::shortest_paths(&o, &t, &w, 0)?;
    let parts = graph::connected_components(&o, &t)?;
    let reached = steps.par_iter().filter(func!(|s: u32| s != u32::MAX)).count()?;
    let roots = parts.par_iter().enumerate().filter(func!(|(v, root): (u32, u32)| v == root)).count()?;
    let triangles = graph::triangle_count(&o, &t)?;

    let mut distance = vec![u32::MAX; (N * N) as usize];
    let mut cost = distance.clone();
    (distance[0], cost[0]) = (0, 0);
    for _ in 0..N * N {
        for v in 0..N * N {
            if distance[v as usize] != u32::MAX {
                for w in near(v) {
                    distance[w as usize] = distance[w as usize].min(distance[v as usize] + 1);
                    cost[w as usize] = cost[w as usize].min(cost[v as usize] + w % 5 + 1);
                }
            }
        }
    }
    assert_eq!(steps.read()?, distance);
    assert_eq!(paths.read()?, cost);
    assert_eq!(reached as usize, distance.iter().filter(|d| **d != u32::MAX).count());
    let mut component: Vec<u32> = (0..N * N).collect();
    for _ in 0..N * N {
        for v in 0..N * N {
            for w in near(v) {
                component[v as usize] = component[v as usize].min(component[w as usize]);
            }
        }
    }
    assert_eq!(roots as usize, component.iter().enumerate().filter(|(v, c)| *v == **c as usize).count());
    assert_eq!(parts.read()?, component);
    assert_eq!(triangles, 0);
    Ok(())
}
