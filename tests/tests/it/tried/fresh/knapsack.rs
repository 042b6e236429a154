//! Knapsacks by dynamic programming, with the items that are taken.

use vyre::prelude::*;

#[vyre::module]
mod kernels {
    #[derive(Clone, Copy, Debug)]
    pub struct Item {
        pub weight: u32,
        pub value: u32,
    }

    struct Solution {
        value: u32,
        taken: u8,
    }

    impl Solution {
        fn better(self, other: Self) -> Self {
            if (other.value, other.taken) > (self.value, self.taken) { other } else { self }
        }
    }

    fn solve<const N: usize>(items: &[Item; N], capacity: u32) -> Solution {
        // By all subsets.
        let weigh = |set: u8, of: fn(&Item) -> u32| -> u32 {
            items.iter().enumerate().filter(|(k, _)| set >> k & 1 == 1).map(|(_, item)| of(item)).sum()
        };
        let mut best = Solution { value: 0, taken: 0 };
        for set in 0..1u32 << N {
            let set = set as u8;
            if weigh(set, |item| item.weight) <= capacity {
                best = best.better(Solution { value: weigh(set, |item| item.value), taken: set });
            }
        }
        best
    }

    fn by_table(items: &[Item], capacity: u32) -> u32 {
        let mut best = [0; 32];
        for &Item { weight, value } in items {
            for room in (weight..=capacity).rev() {
                best[room as usize] = best[room as usize].max(best[(room - weight) as usize] + value);
            }
        }
        best[capacity as usize]
    }

    #[kernel]
    pub fn pack(items: &[Item], capacities: &[u32], out: &mut [[u32; 3]]) {
        let i = invocation_id().x as usize;
        if let (Some(&capacity), Some(chunk)) = (capacities.get(i), items.chunks_exact(6).nth(i)) {
            let mut own = [Item { weight: 0, value: 0 }; 6];
            own.copy_from_slice(chunk);
            let Solution { value, taken } = solve(&own, capacity);
            out[i] = [value, taken as u32, by_table(chunk, capacity)];
        }
    }
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    use kernels::Item;
    let items: Vec<Item> = (0..24u32).map(|k| Item { weight: k * k % 7 + 1, value: k * 5 % 11 + 1 }).collect();
    let capacities = [5, 10, 15, 31];
    let mut out = [[0; 3]; 4];
    kernels::pack(&items, &capacities, &mut out).dispatch(device)?;
    for (k, items) in items.chunks(6).enumerate() {
        let sum = |set: u32, f: &dyn Fn(&Item) -> u32| (0..6).filter(|b| set >> b & 1 == 1).map(|b| f(&items[b])).sum::<u32>();
        let best = (0..64u32).filter(|s| sum(*s, &|i| i.weight) <= capacities[k]).map(|s| (sum(s, &|i| i.value), s)).max().unwrap();
        assert_eq!(out[k], [best.0, best.1, best.0]);
    }
    Ok(())
}
