//! All shortest paths (PolyBench, Pannotia) by Floyd and Warshall, with the paths themselves, against Bellman and Ford.

use crate::ported::devices;
use vyre::Device;
use vyre_tests::values::random;

#[vyre::data]
#[derive(Debug, PartialEq)]
struct Route {
    length: i32,
    next: u32,
}

const NONE: Route = Route { length: i32::MAX, next: u32::MAX };

/// Lets each path go over the node `k`, where that is shorter. The row and the column of `k` stay as they are.
#[vyre::kernel(workgroup_size = (8, 8))]
fn relax(routes: &mut [Route], count: u32, k: u32) {
    let (from, to) = (invocation_id().y, invocation_id().x);
    if from >= count || to >= count || from == k || to == k {
        return;
    }
    let (first, second) = (routes[from * count + k], routes[k * count + to]);
    if first.length == NONE.length || second.length == NONE.length {
        return;
    }
    let route = &mut routes[from * count + to];
    let length = first.length + second.length;
    if length < route.length {
        *route = Route { length, next: first.next };
    }
}

fn routes(device: &Device, count: u32, edges: &[(u32, u32, i32)]) -> Vec<Route> {
    let mut routes = vec![NONE; (count * count) as usize];
    for node in 0..count {
        routes[(node * count + node) as usize] = Route { length: 0, next: node };
    }
    for &(from, to, length) in edges {
        let route = &mut routes[(from * count + to) as usize];
        if length < route.length {
            *route = Route { length, next: to };
        }
    }
    let mut routes = device.buffer(&routes).unwrap();
    for k in 0..count {
        relax(&mut routes, count, k).invocations([count, count, 1]).dispatch(device).unwrap();
    }
    routes.read().unwrap()
}

fn check(count: u32, edges: &[(u32, u32, i32)]) {
    for device in devices() {
        let routes = routes(&device, count, edges);
        for from in 0..count {
            let mut lengths = vec![None; count as usize];
            lengths[from as usize] = Some(0);
            for _ in 0..count {
                for &(a, b, length) in edges {
                    if let Some(so_far) = lengths[a as usize] {
                        let old = lengths[b as usize].unwrap_or(i32::MAX);
                        lengths[b as usize] = Some(old.min(so_far + length));
                    }
                }
            }
            for to in 0..count {
                let found = &routes[(from * count + to) as usize];
                let expected = lengths[to as usize].unwrap_or(NONE.length);
                assert_eq!(found.length, expected, "{from} to {to} of {count} on {device}");
                // The path has that length.
                let (mut at, mut length) = (from, 0);
                while at != to && expected != NONE.length {
                    let next = routes[(at * count + to) as usize].next;
                    let edge = edges.iter().filter(|edge| (edge.0, edge.1) == (at, next)).map(|edge| edge.2);
                    length += edge.min().unwrap();
                    at = next;
                }
                assert!(expected == NONE.length || length == expected, "{from} to {to} on {device}");
            }
        }
    }
}

#[test]
fn random_graphs() {
    for (count, edges) in [(1, 0), (5, 6), (20, 60), (33, 150)] {
        let ends = random(count, 2 * edges, count);
        let lengths = random(count + 1, edges, 100);
        let edge = |(ends, length): (&[u32], &u32)| (ends[0], ends[1], *length as i32 + 1);
        check(count, &ends.chunks(2).zip(&lengths).map(edge).collect::<Vec<_>>());
    }
}

/// Negative lengths, without a circle below zero.
#[test]
fn negative_lengths() {
    let numbers = random(9, 15 * 14 / 2, 60);
    let pairs = (0..15).flat_map(|from| (from + 1..15).map(move |to| (from, to)));
    check(15, &pairs.zip(numbers).map(|((from, to), n)| (from, to, n as i32 - 20)).collect::<Vec<_>>());
}
