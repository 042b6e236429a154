//! Graphs against what one would write on the host.

use crate::{bytes, devices, is_slow};
use std::collections::{BTreeSet, VecDeque};
use vyre::algorithms::graph;
use vyre::{Buffer, Device, Error};

struct Graph {
    offsets: Vec<u32>,
    targets: Vec<u32>,
    weights: Vec<u32>,
}

impl Graph {
    /// A random one, with loops and edges that are there twice.
    fn random(seed: u32, vertices: u32, edges: usize) -> Graph {
        let random: Vec<u32> = bytes(seed, edges * 12)
            .chunks(4)
            .map(|four| u32::from_le_bytes(four.try_into().unwrap()))
            .collect();
        let mut list: Vec<[u32; 3]> =
            random.chunks(3).map(|it| [it[0] % vertices, it[1] % vertices, it[2] % 100]).collect();
        list.sort_by_key(|edge| edge[0]);
        Graph::of(vertices, &list)
    }

    fn of(vertices: u32, edges: &[[u32; 3]]) -> Graph {
        let offsets =
            (0..=vertices).map(|vertex| edges.partition_point(|edge| edge[0] < vertex) as u32).collect();
        Graph {
            offsets,
            targets: edges.iter().map(|it| it[1]).collect(),
            weights: edges.iter().map(|it| it[2]).collect(),
        }
    }

    fn vertices(&self) -> usize {
        self.offsets.len() - 1
    }

    fn edges(&self, vertex: usize) -> impl Iterator<Item = (usize, u32)> {
        let range = self.offsets[vertex] as usize..self.offsets[vertex + 1] as usize;
        range.map(|at| (self.targets[at] as usize, self.weights[at]))
    }

    fn on(&self, device: &Device) -> [Buffer<u32>; 3] {
        [&self.offsets, &self.targets, &self.weights].map(|list| device.buffer(list).unwrap())
    }

    fn bfs(&self, source: usize) -> Vec<u32> {
        let mut levels = vec![u32::MAX; self.vertices()];
        levels[source] = 0;
        let mut open = VecDeque::from([source]);
        while let Some(vertex) = open.pop_front() {
            for (next, _) in self.edges(vertex) {
                if levels[next] == u32::MAX {
                    levels[next] = levels[vertex] + 1;
                    open.push_back(next);
                }
            }
        }
        levels
    }

    fn components(&self) -> Vec<u32> {
        let mut labels: Vec<u32> = (0..self.vertices() as u32).collect();
        loop {
            let before = labels.clone();
            for vertex in 0..self.vertices() {
                for (next, _) in self.edges(vertex) {
                    let least = labels[vertex].min(labels[next]);
                    (labels[vertex], labels[next]) = (least, least);
                }
            }
            if labels == before {
                return labels;
            }
        }
    }

    fn distances(&self, source: usize) -> Vec<u32> {
        let mut distances = vec![u64::MAX; self.vertices()];
        distances[source] = 0;
        for _ in 0..self.vertices() {
            for vertex in 0..self.vertices() {
                for (next, weight) in self.edges(vertex) {
                    distances[next] = distances[next].min(distances[vertex].saturating_add(weight.into()));
                }
            }
        }
        distances.into_iter().map(|distance| u32::try_from(distance).unwrap_or(u32::MAX)).collect()
    }

    fn triangles(&self) -> u64 {
        let mut neighbours = vec![BTreeSet::new(); self.vertices()];
        for vertex in 0..self.vertices() {
            for (next, _) in self.edges(vertex).filter(|(next, _)| *next != vertex) {
                neighbours[vertex].insert(next);
                neighbours[next].insert(vertex);
            }
        }
        let pairs = (0..self.vertices()).flat_map(|a| neighbours[a].range(a + 1..).map(move |b| (a, *b)));
        pairs
            .map(|(a, b)| neighbours[a].intersection(&neighbours[b]).filter(|c| **c > b).count() as u64)
            .sum()
    }

    fn ranks(&self, damping: f32, rounds: u32) -> Vec<f32> {
        fn tree(list: &[f32]) -> f32 {
            match list {
                [] => 0.0,
                [one] => *one,
                _ => {
                    let (left, right) = list.split_at(list.len().next_power_of_two() / 2);
                    tree(left) + tree(right)
                }
            }
        }
        let n = self.vertices();
        let mut ranks = vec![1.0 / n as f32; n];
        for _ in 0..rounds {
            let mut handed = vec![Vec::new(); n];
            let mut lost = Vec::new();
            for (vertex, rank) in ranks.iter().enumerate() {
                let degree = self.edges(vertex).count();
                self.edges(vertex).for_each(|(next, _)| handed[next].push(rank / degree as f32));
                lost.extend((degree == 0).then_some(*rank));
            }
            let lost = tree(&lost);
            ranks = handed
                .iter()
                .map(|list| (1.0 - damping) / n as f32 + damping * (tree(list) + lost / n as f32))
                .collect();
        }
        ranks
    }
}

#[test]
fn graphs() {
    for device in devices() {
        let mut graphs = vec![
            Graph::random(1, 20, 15),
            Graph::random(2, 30, 60),
            Graph::of(1, &[]),
            Graph::of(3, &[[1, 1, 5]]),
            Graph::random(3, 7, 70),
        ];
        // A long way backwards.
        graphs
            .push(Graph::of(40, &Vec::from_iter((1..40).map(|vertex| [vertex, vertex - 1, u32::MAX / 30]))));
        if !is_slow(&device) {
            graphs.push(Graph::random(4, 500, 800));
            graphs.push(Graph::random(5, 400, 6000));
        }
        for (at, graph) in graphs.iter().enumerate() {
            let [offsets, targets, weights] = &graph.on(&device);
            let source = graph.vertices() - 1;
            let got = graph::bfs(offsets, targets, source as u32).unwrap().read().unwrap();
            assert_eq!(got, graph.bfs(source), "{at} on {device}");
            let got = graph::connected_components(offsets, targets).unwrap().read().unwrap();
            assert_eq!(got, graph.components(), "{at} on {device}");
            let got =
                graph::shortest_paths(offsets, targets, weights, source as u32).unwrap().read().unwrap();
            assert_eq!(got, graph.distances(source), "{at} on {device}");
            assert_eq!(
                graph::triangle_count(offsets, targets).unwrap(),
                graph.triangles(),
                "{at} on {device}"
            );
            let got = graph::pagerank(offsets, targets, 0.85, 5).unwrap().read().unwrap();
            assert_eq!(got, graph.ranks(0.85, 5), "{at} on {device}");
        }
    }
}

#[test]
fn graphs_that_do_not_hold() {
    for device in devices() {
        let buffer = |list: &[u32]| device.buffer(list).unwrap();
        let range = |offsets: &[u32], targets: &[u32]| {
            let (offsets, targets) = (buffer(offsets), buffer(targets));
            matches!(graph::bfs(&offsets, &targets, 0), Err(Error::Range { .. }))
                && matches!(graph::pagerank(&offsets, &targets, 0.5, 1), Err(Error::Range { .. }))
        };
        assert!(
            range(&[0, 2, 1], &[0, 0])
                && range(&[0, 1, 3], &[0, 0])
                && range(&[0, 1, 2], &[0, 2])
                && range(&[], &[1])
        );
        assert!(matches!(
            graph::bfs(&buffer(&[0, 0]), &buffer(&[]), 1),
            Err(Error::Range { start: 1, end: 2, len: 1 })
        ));
        let lengths = graph::shortest_paths(&buffer(&[0, 1]), &buffer(&[0]), &buffer(&[]), 0);
        assert!(matches!(lengths, Err(Error::Length { expected: 1, got: 0 })));
        assert!(graph::connected_components(&buffer(&[]), &buffer(&[])).unwrap().is_empty());
        assert!(graph::pagerank(&buffer(&[0]), &buffer(&[]), 0.85, 3).unwrap().is_empty());
        // Edges in front of the first list and behind the last are of no vertex.
        let levels = graph::bfs(&buffer(&[1, 2, 2]), &buffer(&[0, 1, 0]), 0).unwrap();
        assert_eq!(levels.read().unwrap(), [0, 1]);
    }
}
