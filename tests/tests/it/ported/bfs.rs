//! Breadth-first search (Rodinia) over a graph as Rodinia stores it, level by level, against a queue.

use crate::ported::devices;
use std::collections::VecDeque;
use vyre::prelude::*;
use vyre_tests::values::random;

#[vyre::data]
struct Node {
    start: u32,
    degree: u32,
}

const UNSEEN: u32 = u32::MAX;

/// Every node of the frontier gives its neighbours the next distance. The first one to reach a node puts it into the next frontier.
#[vyre::kernel(workgroup_size = 64)]
fn expand(
    nodes: &[Node],
    edges: &[u32],
    frontier: &[u32],
    frontier_len: u32,
    distances: &[AtomicU32],
    next: &mut [u32],
    next_len: &[AtomicU32],
    distance: u32,
) {
    let i = invocation_id().x;
    if i >= frontier_len {
        return;
    }
    let node = nodes[frontier[i]];
    for e in node.start..node.start + node.degree {
        let neighbour = edges[e];
        if distances[neighbour].compare_exchange(UNSEEN, distance) == UNSEEN {
            let place = next_len[0].fetch_add(1);
            next[place] = neighbour;
        }
    }
}

fn search(device: &Device, nodes: &[Node], edges: &[u32], source: u32) -> Vec<u32> {
    let mut distances = vec![UNSEEN; nodes.len()];
    distances[source as usize] = 0;
    let mut frontier = vec![source];
    for distance in 1.. {
        let (mut next, mut next_len) = (vec![0; nodes.len()], [0]);
        let len = frontier.len() as u32;
        expand(nodes, edges, &frontier, len, &mut distances, &mut next, &mut next_len, distance)
            .invocations([len, 1, 1])
            .dispatch(device)
            .unwrap();
        frontier = next[..next_len[0] as usize].to_vec();
        if frontier.is_empty() {
            break;
        }
    }
    distances
}

fn expected(nodes: &[Node], edges: &[u32], source: u32) -> Vec<u32> {
    let mut distances = vec![UNSEEN; nodes.len()];
    distances[source as usize] = 0;
    let mut queue = VecDeque::from([source]);
    while let Some(at) = queue.pop_front() {
        let Node { start, degree } = nodes[at as usize];
        for &neighbour in &edges[start as usize..(start + degree) as usize] {
            if distances[neighbour as usize] == UNSEEN {
                distances[neighbour as usize] = distances[at as usize] + 1;
                queue.push_back(neighbour);
            }
        }
    }
    distances
}

/// A graph from its lists of neighbours.
fn graph(lists: &[Vec<u32>]) -> (Vec<Node>, Vec<u32>) {
    let mut start = 0;
    let node = |list: &Vec<u32>| {
        let node = Node { start, degree: list.len() as u32 };
        start += node.degree;
        node
    };
    (lists.iter().map(node).collect(), lists.concat())
}

#[test]
fn random_graphs() {
    for (count, degree) in [(1, 0), (50, 1), (500, 2), (500, 8), (2000, 3)] {
        let lists: Vec<Vec<u32>> =
            (0..count).map(|n| random(n, (n * 7 + degree) % (2 * degree + 1), count)).collect();
        let (nodes, edges) = graph(&lists);
        let expected = expected(&nodes, &edges, 0);
        for device in devices() {
            assert_eq!(search(&device, &nodes, &edges, 0), expected, "{count} nodes on {device}");
        }
    }
}

/// The distance on a grid is the sum of the coordinates.
#[test]
fn a_grid() {
    let near = |n: u32| [(n % 20 < 19).then_some(n + 1), (n / 20 < 19).then_some(n + 20)];
    let (nodes, edges) =
        graph(&(0..400).map(|n| near(n).into_iter().flatten().collect()).collect::<Vec<_>>());
    let expected: Vec<u32> = (0..400).map(|n| n % 20 + n / 20).collect();
    for device in devices() {
        assert_eq!(search(&device, &nodes, &edges, 0), expected, "{device}");
    }
}
