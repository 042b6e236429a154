use vyre::prelude::*;

/// Spanning trees of small graphs, one graph to an invocation.
#[vyre::module]
mod gpu {
    use core::cmp::Ordering;
    use vyre::prelude::*;

    #[vyre::data]
    #[derive(Debug, Default, PartialEq, Eq)]
    pub struct Edge {
        pub from: u16,
        pub to: u16,
        pub weight: i32,
    }

    impl Edge {
        pub const fn new(from: u16, to: u16, weight: i32) -> Self {
            Edge { from, to, weight }
        }

        fn ends(&self) -> (usize, usize) {
            (self.from.into(), self.to.into())
        }
    }

    impl PartialOrd for Edge {
        fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
            Some(self.cmp(other))
        }
    }

    impl Ord for Edge {
        fn cmp(&self, other: &Self) -> Ordering {
            self.weight
                .cmp(&other.weight)
                .then_with(|| self.from.cmp(&other.from))
                .then_with(|| self.to.cmp(&other.to))
        }
    }

    #[derive(Clone)]
    pub struct UnionFind<const N: usize> {
        parent: [usize; N],
        size: [u32; N],
        sets: usize,
    }

    impl<const N: usize> UnionFind<N> {
        pub fn new(count: usize) -> Self {
            UnionFind { parent: core::array::from_fn(|i| i), size: [1; N], sets: count }
        }

        pub fn find(&mut self, mut i: usize) -> usize {
            while self.parent[i] != i {
                self.parent[i] = self.parent[self.parent[i]];
                i = self.parent[i];
            }
            i
        }

        /// Whether the two were apart.
        pub fn union(&mut self, a: usize, b: usize) -> bool {
            let (mut a, mut b) = (self.find(a), self.find(b));
            if a == b {
                return false;
            }
            if self.size[a] < self.size[b] {
                std::mem::swap(&mut a, &mut b);
            }
            self.parent[b] = a;
            self.size[a] += std::mem::take(&mut self.size[b]);
            self.sets -= 1;
            true
        }

        pub fn largest(&self) -> Option<u32> {
            self.size.iter().copied().max()
        }
    }

    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct Forest {
        pub weight: i32,
        pub taken: u32,
        pub trees: usize,
        pub bottleneck: Option<i32>,
    }

    pub fn kruskal(edges: &mut [Edge], vertices: usize) -> Forest {
        edges.sort_unstable();
        let mut sets = UnionFind::<12>::new(vertices);
        let mut forest = Forest { weight: 0, taken: 0, trees: 0, bottleneck: None };
        for (i, edge) in edges.iter().enumerate() {
            let (from, to) = edge.ends();
            if !sets.union(from, to) {
                continue;
            }
            forest.weight += edge.weight;
            forest.taken |= 1 << i;
            forest.bottleneck = forest.bottleneck.max(Some(edge.weight));
        }
        forest.trees = sets.sets;
        forest
    }

    /// Prim's, which must agree.
    pub fn prim(edges: &[Edge], start: usize) -> i32 {
        let mut inside = [false; 12];
        inside[start] = true;
        let mut total = 0;
        while let Some(edge) = edges
            .iter()
            .filter(|e| {
                let (a, b) = e.ends();
                inside[a] != inside[b]
            })
            .min_by_key(|e| e.weight)
        {
            total += edge.weight;
            let (a, b) = edge.ends();
            inside[a] = true;
            inside[b] = true;
        }
        total
    }

    #[kernel(workgroup_size = 16)]
    pub fn forests(edges: &[[Edge; 12]], vertices: &[u32], out: &mut [[i32; 5]]) {
        let i = invocation_id().x as usize;
        if i < vertices.len() {
            let mut edges = edges[i];
            let prim = prim(&edges, 0);
            let Forest { weight, taken, trees, bottleneck } = kruskal(&mut edges, vertices[i] as usize);
            out[i] = [weight, taken as i32, trees as i32, bottleneck.unwrap_or(i32::MIN), prim];
        }
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    use gpu::Edge;
    // Wikipedia's example of Kruskal, a circle, and two parts.
    let graph = [(0, 1, 7), (0, 3, 5), (1, 2, 8), (1, 3, 9), (1, 4, 7), (2, 4, 5), (3, 4, 15), (3, 5, 6), (4, 5, 8), (4, 6, 9), (5, 6, 11), (0, 0, 99)];
    let mut edges = [
        graph.map(|(a, b, w)| Edge::new(a, b, w)),
        std::array::from_fn(|i| Edge::new(i as u16, (i as u16 + 1) % 12, 10 - i as i32)),
        std::array::from_fn(|i| Edge::new(i as u16 % 3, (i as u16 + 1) % 3, i as i32)),
    ];
    edges[2][11] = Edge::new(4, 5, -8);
    let vertices = [7, 12, 6];
    let mut out = [[0; 5]; 3];
    gpu::forests(&edges, &vertices, &mut out).dispatch(device)?;
    assert_eq!((out[0][0], out[0][2], out[0][3], out[0][4]), (39, 1, 9, 39));
    assert_eq!(out[0][1].count_ones(), 6);
    assert_eq!((out[1][0], out[1][2], out[1][3], out[1][4]), (10 * 12 - 66 - 10, 1, 9, 44));
    assert_eq!((out[2][0], out[2][2], out[2][3], out[2][4]), (-7, 3, 1, 1));
    for (i, edges) in edges.iter_mut().enumerate() {
        let forest = gpu::kruskal(edges, vertices[i] as usize);
        assert_eq!([forest.weight, forest.taken as i32, forest.trees as i32], out[i][..3]);
    }
    Ok(())
}
