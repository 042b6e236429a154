use vyre::prelude::*;

#[vyre::module]
mod gpu {
    use std::cmp::{Ordering, Reverse};
    use vyre::prelude::*;

    pub const W: usize = 12;
    pub const H: usize = 8;

    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    struct State {
        estimate: u32,
        cost: u32,
        at: Position,
    }

    impl Ord for State {
        fn cmp(&self, other: &Self) -> Ordering {
            other
                .estimate
                .cmp(&self.estimate)
                .then_with(|| self.cost.cmp(&other.cost))
                .then_with(|| self.at.cmp(&other.at))
        }
    }

    impl PartialOrd for State {
        fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
            Some(self.cmp(other))
        }
    }

    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
    pub struct Position {
        pub row: usize,
        pub column: usize,
    }

    impl Position {
        fn neighbours(self) -> impl Iterator<Item = Position> {
            [(-1, 0), (0, 1), (1, 0), (0, -1)].into_iter().filter_map(move |(dr, dc)| {
                let row = self.row.checked_add_signed(dr)?;
                let column = self.column.checked_add_signed(dc)?;
                (row < H && column < W).then_some(Position { row, column })
            })
        }

        fn distance(self, other: Self) -> u32 {
            (self.row.abs_diff(other.row) + self.column.abs_diff(other.column)) as u32
        }
    }

    pub struct BinaryHeap<T, const N: usize> {
        items: [T; N],
        len: usize,
    }

    impl<T: Ord + Copy, const N: usize> BinaryHeap<T, N> {
        pub fn new(fill: T) -> Self {
            Self { items: [fill; N], len: 0 }
        }

        pub fn push(&mut self, item: T) {
            let mut i = self.len;
            self.items[i] = item;
            self.len += 1;
            while i > 0 && self.items[i] > self.items[(i - 1) / 2] {
                self.items.swap(i, (i - 1) / 2);
                i = (i - 1) / 2;
            }
        }

        pub fn pop(&mut self) -> Option<T> {
            if self.len == 0 {
                return None;
            }
            self.len -= 1;
            self.items.swap(0, self.len);
            let heap = &mut self.items[..self.len];
            let mut i = 0;
            loop {
                let largest =
                    [2 * i + 1, 2 * i + 2].into_iter().filter(|&c| c < heap.len()).max_by_key(|&c| heap[c]);
                match largest {
                    Some(child) if heap[child] > heap[i] => {
                        heap.swap(i, child);
                        i = child;
                    }
                    _ => break,
                }
            }
            Some(self.items[self.len])
        }
    }

    pub struct Grid<'a>(&'a [[u8; W]]);

    impl Grid<'_> {
        fn cost(&self, p: Position) -> Option<u32> {
            match self.0.get(p.row)?.get(p.column)? {
                b'#' => None,
                b'~' => Some(5),
                d @ b'1'..=b'9' => Some(u32::from(d - b'0')),
                _ => Some(1),
            }
        }

        fn find(&self, what: u8) -> Option<Position> {
            self.0.iter().enumerate().find_map(|(row, line)| {
                let column = line.iter().position(|&c| c == what)?;
                Some(Position { row, column })
            })
        }
    }

    pub fn shortest(rows: &[[u8; W]]) -> Option<(u32, u32)> {
        let grid = Grid(rows);
        let start = grid.find(b'S')?;
        let goal = grid.find(b'E')?;
        let mut best = [[u32::MAX; W]; H];
        let mut heap = BinaryHeap::<State, 128>::new(State { estimate: 0, cost: 0, at: start });
        best[start.row][start.column] = 0;
        heap.push(State { estimate: start.distance(goal), cost: 0, at: start });
        let mut expanded = 0;
        while let Some(State { cost, at, .. }) = heap.pop() {
            if at == goal {
                return Some((cost, expanded));
            }
            if cost > best[at.row][at.column] {
                continue;
            }
            expanded += 1;
            for next in at.neighbours() {
                let Some(step) = grid.cost(next) else { continue };
                let cost = cost + step;
                let known = &mut best[next.row][next.column];
                if cost < *known {
                    *known = cost;
                    heap.push(State { estimate: cost + next.distance(goal), cost, at: next });
                }
            }
        }
        None
    }

    /// The three smallest numbers, by a heap of reversed ones.
    pub fn smallest(values: &[u8]) -> [u8; 3] {
        let mut heap: BinaryHeap<Reverse<u8>, 64> = BinaryHeap::new(Reverse(0));
        values.iter().for_each(|&v| heap.push(Reverse(v)));
        std::array::from_fn(|_| heap.pop().map_or(0, |Reverse(v)| v))
    }

    #[kernel]
    pub fn solve(grids: &[[u8; W]], out: &mut [[u32; 2]], least: &mut [[u8; 3]]) {
        let i = invocation_id().x as usize;
        if i < out.len() {
            let rows = &grids[i * H..][..H];
            out[i] = shortest(rows).map(|(a, b)| [a, b]).unwrap_or([u32::MAX; 2]);
            least[i] = smallest(&rows[0]);
        }
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let maps = [
        "S...........\n.##########.\n.#........#.\n.#.######.#.\n.#.#E.....#.\n.#.########.\n.#..........\n............",
        "S~~~~~~~~~~E\n.~~~~~~~~~~.\n.~~~~~~~~~~.\n............\n############\n............\n............\n............",
        "S#..........\n##..........\n............\n............\n............\n............\n............\n...........E",
        "S9999......E\n.9999.......\n.1111.......\n............\n............\n............\n............\n............",
        "............\n............\n............\n............\n............\n............\n............\n...........E",
    ];
    let grids: Vec<[u8; 12]> =
        maps.iter().flat_map(|m| m.lines().map(|l| l.as_bytes().try_into().unwrap())).collect();
    let mut out = vec![[0; 2]; maps.len()];
    let mut least = vec![[0; 3]; maps.len()];
    gpu::solve(&grids, &mut out, &mut least).dispatch(device)?;
    for (i, o) in out.iter().enumerate() {
        let rows = &grids[i * 8..][..8];
        assert_eq!(gpu::shortest(rows).map_or([u32::MAX; 2], |(a, b)| [a, b]), *o);
        assert_eq!(gpu::smallest(&rows[0]), least[i]);
    }
    assert_eq!(out.iter().map(|o| o[0]).collect::<Vec<_>>(), [28, 17, u32::MAX, 15, u32::MAX]);
    println!("astar: {out:?}");
    Ok(())
}
