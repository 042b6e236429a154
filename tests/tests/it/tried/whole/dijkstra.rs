use vyre::prelude::*;

/// Shortest ways with a heap of our own.
#[vyre::module]
mod gpu {
    use core::cmp::Ordering;
    use vyre::prelude::*;

    pub struct Heap<T, const N: usize> {
        items: [Option<T>; N],
        len: usize,
    }

    impl<T: Ord + Copy, const N: usize> Heap<T, N> {
        pub fn new() -> Self {
            Heap { items: [None; N], len: 0 }
        }

        pub fn push(&mut self, item: T) {
            assert!(self.len < N, "the heap is full");
            let mut at = self.len;
            self.items[at] = Some(item);
            self.len += 1;
            while at > 0 {
                let parent = (at - 1) / 2;
                if self.items[at] <= self.items[parent] {
                    break;
                }
                self.items.swap(at, parent);
                at = parent;
            }
        }

        pub fn pop(&mut self) -> Option<T> {
            if self.len == 0 {
                return None;
            }
            self.len -= 1;
            self.items.swap(0, self.len);
            let top = self.items[self.len].take();
            let mut at = 0;
            loop {
                let largest = [2 * at + 1, 2 * at + 2]
                    .into_iter()
                    .filter(|&child| child < self.len)
                    .max_by_key(|&child| self.items[child]);
                match largest {
                    Some(child) if self.items[child] > self.items[at] => {
                        self.items.swap(at, child);
                        at = child;
                    }
                    _ => return top,
                }
            }
        }
    }

    #[derive(Clone, Copy, PartialEq, Eq)]
    struct State {
        cost: u32,
        node: usize,
    }

    impl Ord for State {
        fn cmp(&self, other: &Self) -> Ordering {
            other.cost.cmp(&self.cost).then_with(|| self.node.cmp(&other.node))
        }
    }

    impl PartialOrd for State {
        fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
            Some(self.cmp(other))
        }
    }

    pub const NODES: usize = 12;

    #[derive(Clone, Copy)]
    pub struct Edge {
        pub to: u32,
        pub cost: u32,
    }

    pub struct Graph<'a> {
        pub starts: &'a [u32],
        pub edges: &'a [Edge],
    }

    impl Graph<'_> {
        fn edges_of(&self, node: usize) -> &[Edge] {
            &self.edges[self.starts[node] as usize..self.starts[node + 1] as usize]
        }

        pub fn distances(&self, from: usize) -> [Option<u32>; NODES] {
            let mut best = [None; NODES];
            let mut heap: Heap<State, 32> = Heap::new();
            best[from] = Some(0);
            heap.push(State { cost: 0, node: from });
            while let Some(State { cost, node }) = heap.pop() {
                if best[node].is_some_and(|known| cost > known) {
                    continue;
                }
                for &Edge { to, cost: step } in self.edges_of(node) {
                    let next = State { cost: cost + step, node: to as usize };
                    if best[next.node].is_none_or(|known| next.cost < known) {
                        best[next.node] = Some(next.cost);
                        heap.push(next);
                    }
                }
            }
            best
        }
    }

    #[kernel(workgroup_size = 16)]
    pub fn all_distances(starts: &[u32], edges: &[Edge], out: &mut [[u32; NODES]]) {
        let from = invocation_id().x as usize;
        if from < out.len() {
            let graph = Graph { starts, edges };
            out[from] = graph.distances(from).map(|d| d.unwrap_or(u32::MAX));
        }
    }
}

use gpu::{Edge, NODES};

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let (mut starts, mut edges) = (vec![0u32], vec![]);
    for node in 0..NODES as u32 {
        for k in 1..3 {
            if node % 5 != 4 {
                edges.push(Edge { to: (node * 3 + k) % NODES as u32, cost: 1 + (node * 7 + k * 5) % 9 });
            }
        }
        starts.push(edges.len() as u32);
    }
    let mut out = vec![[0; NODES]; NODES];
    gpu::all_distances(&starts, &edges, &mut out).dispatch(device)?;
    // Floyd and Warshall.
    let mut d = [[u32::MAX; NODES]; NODES];
    for n in 0..NODES {
        d[n][n] = 0;
        for e in &edges[starts[n] as usize..starts[n + 1] as usize] {
            d[n][e.to as usize] = d[n][e.to as usize].min(e.cost);
        }
    }
    for k in 0..NODES {
        for i in 0..NODES {
            for j in 0..NODES {
                d[i][j] = d[i][j].min(d[i][k].saturating_add(d[k][j]));
            }
        }
    }
    assert_eq!(out, d);
    println!("{:?}", out[0]);
    Ok(())
}
