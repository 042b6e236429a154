//! Islands in small maps, by a forest of sets.

use vyre::prelude::*;

#[vyre::module]
mod kernels {
    const SIDE: usize = 8;
    const CELLS: usize = SIDE * SIDE;

    struct Forest {
        parent: [u8; CELLS],
        size: [u8; CELLS],
    }

    impl Forest {
        fn new() -> Self {
            Forest { parent: core::array::from_fn(|i| i as u8), size: [1; CELLS] }
        }

        fn find(&mut self, mut at: usize) -> usize {
            while self.parent[at] as usize != at {
                let grandparent = self.parent[self.parent[at] as usize];
                self.parent[at] = grandparent;
                at = grandparent as usize;
            }
            at
        }

        fn join(&mut self, a: usize, b: usize) -> bool {
            let (mut a, mut b) = (self.find(a), self.find(b));
            if a == b {
                return false;
            }
            if self.size[a] < self.size[b] {
                std::mem::swap(&mut a, &mut b);
            }
            self.parent[b] = a as u8;
            self.size[a] += self.size[b];
            true
        }
    }

    fn neighbours(at: usize) -> impl Iterator<Item = usize> {
        let (y, x) = (at / SIDE, at % SIDE);
        let right = (x + 1 < SIDE).then_some(at + 1);
        let below = (y + 1 < SIDE).then_some(at + SIDE);
        right.into_iter().chain(below)
    }

    #[kernel]
    pub fn islands(maps: &[[u8; 8]], count: &mut [u32], largest: &mut [u32]) {
        let i = invocation_id().x as usize;
        let Some(map) = maps.get(i) else { return };
        let land = |at: usize| map[at / SIDE] >> (at % SIDE) & 1 == 1;
        let mut forest = Forest::new();
        let mut islands = (0..CELLS).filter(|&at| land(at)).count();
        for at in (0..CELLS).filter(|&at| land(at)) {
            for next in neighbours(at).filter(|&next| land(next)) {
                islands -= usize::from(forest.join(at, next));
            }
        }
        count[i] = islands as u32;
        largest[i] = (0..CELLS).filter(|&at| land(at)).map(|at| forest.size[forest.find(at)]).max().unwrap_or(0).into();
    }
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let maps: Vec<[u8; 8]> = (0..70u64).map(|i| (i.wrapping_mul(0x9e37_79b9_7f4a_7c15) | i << 40).to_le_bytes()).collect();
    let (mut count, mut largest) = (vec![0; 70], vec![0; 70]);
    kernels::islands(&maps, &mut count, &mut largest).dispatch(device)?;
    for (i, map) in maps.iter().enumerate() {
        let mut left: Vec<(usize, usize)> = (0..64).map(|k| (k / 8, k % 8)).filter(|(y, x)| map[*y] >> x & 1 == 1).collect();
        let (mut islands, mut most) = (0, 0);
        while let Some(start) = left.pop() {
            let (mut stack, mut size) = (vec![start], 0);
            while let Some((y, x)) = stack.pop() {
                size += 1;
                let (near, far) = left.into_iter().partition(|&(v, u)| v.abs_diff(y) + u.abs_diff(x) == 1);
                left = far;
                let near: Vec<_> = near;
                stack.extend(near);
            }
            islands += 1;
            most = most.max(size);
        }
        assert_eq!((count[i], largest[i]), (islands, most));
    }
    Ok(())
}
