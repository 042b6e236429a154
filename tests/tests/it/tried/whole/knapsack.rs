use vyre::prelude::*;

/// Knapsacks by dynamic programs, by bitmasks, and tours by Held and Karp.
#[vyre::module]
mod gpu {
    use vyre::prelude::*;

    pub const ITEMS: usize = 8;
    pub const CAPACITY: usize = 40;
    const CITIES: usize = 6;

    /// A set of up to 32 things.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
    pub struct Set(pub u32);

    impl Set {
        pub const EMPTY: Set = Set(0);

        pub const fn full(n: usize) -> Set {
            Set((1 << n) - 1)
        }

        pub const fn contains(self, i: usize) -> bool {
            self.0 >> i & 1 != 0
        }

        pub const fn with(self, i: usize) -> Set {
            Set(self.0 | 1 << i)
        }

        pub const fn without(self, i: usize) -> Set {
            Set(self.0 & !(1 << i))
        }

        pub const fn len(self) -> u32 {
            self.0.count_ones()
        }

        pub fn subsets(self) -> Subsets {
            Subsets { of: self, next: Some(self) }
        }
    }

    impl IntoIterator for Set {
        type Item = usize;
        type IntoIter = Members;

        fn into_iter(self) -> Members {
            Members(self)
        }
    }

    pub struct Members(Set);

    impl Iterator for Members {
        type Item = usize;

        fn next(&mut self) -> Option<usize> {
            if self.0 == Set::EMPTY {
                return None;
            }
            let i = self.0.0.trailing_zeros() as usize;
            self.0.0 &= self.0.0 - 1;
            Some(i)
        }
    }

    pub struct Subsets {
        of: Set,
        next: Option<Set>,
    }

    impl Iterator for Subsets {
        type Item = Set;

        fn next(&mut self) -> Option<Set> {
            let current = self.next?;
            self.next = (current != Set::EMPTY).then(|| Set((current.0 - 1) & self.of.0));
            Some(current)
        }
    }

    #[vyre::data]
    #[derive(Debug, PartialEq)]
    pub struct Item {
        pub weight: u32,
        pub value: u32,
    }

    pub fn best_by_table(items: &[Item], capacity: usize) -> (u32, Set) {
        let mut best = [(0u32, Set::EMPTY); CAPACITY + 1];
        for (i, &Item { weight, value }) in items.iter().enumerate() {
            for room in (weight as usize..=capacity).rev() {
                let (before, set) = best[room - weight as usize];
                if before + value > best[room].0 {
                    best[room] = (before + value, set.with(i));
                }
            }
        }
        best[capacity]
    }

    pub fn best_by_subsets(items: &[Item], capacity: u32) -> Option<(u32, Set)> {
        Set::full(items.len())
            .subsets()
            .filter(|set| set.into_iter().map(|i| items[i].weight).sum::<u32>() <= capacity)
            .map(|set| (set.into_iter().map(|i| items[i].value).sum::<u32>(), set))
            .max_by_key(|&(value, set)| (value, u32::MAX - set.len()))
    }

    /// The largest number of items that fit.
    pub fn most(items: &[Item; ITEMS], capacity: u32) -> usize {
        let mut weights = items.map(|item| item.weight);
        weights.sort_unstable();
        weights
            .iter()
            .scan(0, |sum, weight| {
                *sum += weight;
                (*sum <= capacity).then_some(*sum)
            })
            .count()
    }

    pub fn shortest_tour(distances: &[[u32; CITIES]; CITIES]) -> u32 {
        let mut best = [[u32::MAX; CITIES]; 1 << CITIES];
        best[1][0] = 0;
        for visited in (1..1 << CITIES).step_by(2).map(Set) {
            for last in visited {
                let here = best[visited.0 as usize][last];
                if here == u32::MAX {
                    continue;
                }
                for next in Set(!visited.0 & Set::full(CITIES).0) {
                    let slot = &mut best[visited.with(next).0 as usize][next];
                    *slot = (*slot).min(here + distances[last][next]);
                }
            }
        }
        best[best.len() - 1]
            .iter()
            .zip(distances)
            .skip(1)
            .map(|(&length, row)| length.saturating_add(row[0]))
            .min()
            .unwrap_or(0)
    }

    #[kernel(workgroup_size = 8)]
    pub fn pack(items: &[Item], capacities: &[u32], out: &mut [[u32; 5]]) {
        let i = invocation_id().x as usize;
        if i >= capacities.len() {
            return;
        }
        let items: &[Item; ITEMS] = items[i * ITEMS..][..ITEMS].try_into().unwrap();
        let (value, set) = best_by_table(items, capacities[i] as usize);
        let (again, _) = best_by_subsets(items, capacities[i]).unwrap();
        let weight = set.into_iter().fold(0, |w, i| w + items[i].weight);
        out[i] = [value, again, weight, set.0, most(items, capacities[i]) as u32];
    }

    #[kernel(workgroup_size = 8)]
    pub fn tours(distances: &[[[u32; 6]; 6]], out: &mut [u32]) {
        let i = invocation_id().x as usize;
        if let (Some(d), Some(o)) = (distances.get(i), out.get_mut(i)) {
            *o = shortest_tour(d);
        }
    }
}

fn tours(left: &mut Vec<usize>, last: usize, d: &[[u32; 6]; 6]) -> u32 {
    if left.is_empty() {
        return d[last][0];
    }
    (0..left.len()).map(|k| {
        let next = left.remove(k);
        let length = d[last][next] + tours(left, next, d);
        left.insert(k, next);
        length
    }).min().unwrap()
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let mut seed = 7u32;
    let mut random = |n: u32| { seed = seed.wrapping_mul(747796405).wrapping_add(2891336453); (seed >> 16) % n };
    let items: Vec<gpu::Item> = (0..32).map(|_| gpu::Item { weight: 1 + random(15), value: random(50) }).collect();
    let capacities = [10, 26, 40, 0];
    let mut out = [[0; 5]; 4];
    gpu::pack(&items, &capacities, &mut out).dispatch(device)?;
    for ((items, capacity), out) in items.chunks(8).zip(capacities).zip(out) {
        let best = (0..256u32)
            .filter_map(|set| {
                let chosen = || items.iter().enumerate().filter(move |(i, _)| set >> i & 1 == 1).map(|(_, item)| item);
                (chosen().map(|i| i.weight).sum::<u32>() <= capacity).then(|| (chosen().map(|i| i.value).sum::<u32>(), set.count_ones()))
            })
            .collect::<Vec<_>>();
        assert_eq!(out[0], best.iter().map(|b| b.0).max().unwrap());
        assert_eq!(out[4], best.iter().map(|b| b.1).max().unwrap());
        assert_eq!(out[0], out[1]);
        assert!(out[2] <= capacity);
        assert_eq!(gpu::best_by_table(items, capacity as usize), (out[0], gpu::Set(out[3])));
        assert_eq!(gpu::best_by_subsets(items, capacity).unwrap().0, out[1]);
    }

    let distances: [[[u32; 6]; 6]; 5] = std::array::from_fn(|_| std::array::from_fn(|a| std::array::from_fn(|b| if a == b { 0 } else { 1 + random(99) })));
    let mut out = [0; 5];
    gpu::tours(&distances, &mut out).dispatch(device)?;
    for (d, length) in distances.iter().zip(out) {
        assert_eq!(length, tours(&mut (1..6).collect(), 0, d));
        assert_eq!(gpu::shortest_tour(d), length);
    }
    Ok(())
}
