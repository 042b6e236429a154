use vyre::prelude::*;

/// Maximal flows by Edmonds and Karp, and the matching of workers and jobs as a flow.
#[vyre::module]
mod gpu {
    use vyre::prelude::*;

    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Vertex(pub u8);

    impl From<Vertex> for usize {
        fn from(v: Vertex) -> usize {
            v.0 as usize
        }
    }

    impl Vertex {
        fn all<const N: usize>() -> impl Iterator<Item = Vertex> {
            (0..N as u8).map(Vertex)
        }
    }

    pub struct Queue<T, const N: usize> {
        items: [Option<T>; N],
        head: usize,
        tail: usize,
    }

    impl<T: Copy, const N: usize> Queue<T, N> {
        fn new() -> Self {
            Self { items: [None; N], head: 0, tail: 0 }
        }

        fn push(&mut self, item: T) {
            self.items[self.tail % N] = Some(item);
            self.tail += 1;
        }

        fn pop(&mut self) -> Option<T> {
            if self.head == self.tail {
                return None;
            }
            let item = self.items[self.head % N].take();
            self.head += 1;
            item
        }
    }

    pub struct Network<const N: usize> {
        residual: [[u32; N]; N],
        source: Vertex,
        sink: Vertex,
    }

    impl<const N: usize> Network<N> {
        pub fn new(capacity: [[u32; N]; N], source: Vertex, sink: Vertex) -> Self {
            Network { residual: capacity, source, sink }
        }

        fn room(&self, from: Vertex, to: Vertex) -> u32 {
            self.residual[usize::from(from)][usize::from(to)]
        }

        fn push(&mut self, from: Vertex, to: Vertex, amount: u32) {
            self.residual[usize::from(from)][usize::from(to)] -= amount;
            self.residual[usize::from(to)][usize::from(from)] += amount;
        }

        fn search(&self) -> [Option<Vertex>; N] {
            let mut parents = [None; N];
            parents[usize::from(self.source)] = Some(self.source);
            let mut queue: Queue<Vertex, N> = Queue::new();
            queue.push(self.source);
            while let Some(v) = queue.pop() {
                for next in Vertex::all::<N>().filter(|&w| self.room(v, w) > 0) {
                    let parent = &mut parents[usize::from(next)];
                    if parent.is_none() {
                        *parent = Some(v);
                        queue.push(next);
                    }
                }
            }
            parents
        }

        pub fn augment(&mut self) -> Option<u32> {
            let parents = self.search();
            let mut amount = u32::MAX;
            let mut at = self.sink;
            while at != self.source {
                let parent = parents[usize::from(at)]?;
                amount = amount.min(self.room(parent, at));
                at = parent;
            }
            let mut at = self.sink;
            while at != self.source {
                let parent = parents[usize::from(at)]?;
                self.push(parent, at, amount);
                at = parent;
            }
            Some(amount)
        }

        pub fn run(&mut self) -> (u32, u32) {
            let (mut flow, mut rounds) = (0, 0);
            while let Some(more) = self.augment() {
                flow += more;
                rounds += 1;
            }
            (flow, rounds)
        }

        /// The vertices on the source's side of a minimal cut, as bits.
        pub fn cut(&self) -> u32 {
            self.search().iter().enumerate().filter(|(_, p)| p.is_some()).fold(0, |bits, (i, _)| bits | 1 << i)
        }
    }

    pub fn matching(able: &[u8; 4]) -> [u32; 2] {
        let mut capacity = [[0; 10]; 10];
        for (worker, &jobs) in able.iter().enumerate() {
            capacity[0][worker + 1] = 1;
            for job in (0..4).filter(|j| jobs & (1 << j) != 0) {
                capacity[worker + 1][job + 5] = 1;
            }
        }
        for row in &mut capacity[5..9] {
            row[9] = 1;
        }
        let mut network = Network::new(capacity, Vertex(0), Vertex(9));
        let (flow, _) = network.run();
        let unused = network.residual[5..9].iter().filter(|row| row[9] == 1).count() as u32;
        [flow, unused]
    }

    #[kernel(workgroup_size = 16)]
    pub fn flows(capacities: &[[[u32; 6]; 6]], out: &mut [[u32; 3]]) {
        let i = invocation_id().x as usize;
        let Some(&capacity) = capacities.get(i) else { return };
        let mut network = Network::new(capacity, Vertex(0), Vertex(5));
        let (flow, rounds) = network.run();
        out[i] = [flow, rounds, network.cut()];
    }

    #[kernel(workgroup_size = 16)]
    pub fn matchings(able: &[[u8; 4]], out: &mut [[u32; 2]]) {
        let i = invocation_id().x as usize;
        if i < able.len() {
            out[i] = matching(&able[i]);
        }
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let graph = |edges: &[(usize, usize, u32)]| {
        let mut capacity = [[0; 6]; 6];
        edges.iter().for_each(|&(a, b, c)| capacity[a][b] = c);
        capacity
    };
    // The example of Cormen et al., a chain, and a graph in two parts.
    let capacities = [
        graph(&[(0, 1, 16), (0, 2, 13), (1, 3, 12), (2, 1, 4), (2, 4, 14), (3, 2, 9), (3, 5, 20), (4, 3, 7), (4, 5, 4)]),
        graph(&[(0, 1, 9), (1, 2, 3), (2, 3, 8), (3, 4, 7), (4, 5, 5)]),
        graph(&[(0, 1, 5), (1, 2, 5), (3, 4, 1), (4, 5, 1)]),
    ];
    let mut out = [[7; 3]; 3];
    gpu::flows(&capacities, &mut out).dispatch(device)?;
    assert_eq!((out[0][0], out[0][2]), (23, 0b010111));
    assert_eq!(out[1..], [[3, 1, 0b11], [0, 0, 0b111]]);
    for (i, capacity) in capacities.into_iter().enumerate() {
        let mut network = gpu::Network::new(capacity, gpu::Vertex(0), gpu::Vertex(5));
        let (flow, rounds) = network.run();
        assert_eq!([flow, rounds, network.cut()], out[i]);
    }

    let able = [[0b0001, 0b0010, 0b0100, 0b1000], [0b0001, 0b0001, 0b0011, 0b0110], [0b1111, 0b0001, 0b0001, 0b0001], [0, 0, 0, 0], [0b0011, 0b0101, 0b0110, 0b1110]];
    let mut out = [[9; 2]; 5];
    gpu::matchings(&able, &mut out).dispatch(device)?;
    assert_eq!(out, [[4, 0], [3, 1], [2, 2], [0, 4], [4, 0]]);
    assert_eq!(out, able.map(|a| gpu::matching(&a)));
    Ok(())
}
