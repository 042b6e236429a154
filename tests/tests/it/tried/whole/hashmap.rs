use vyre::prelude::*;

#[vyre::module]
mod gpu {
    use vyre::prelude::*;

    pub trait Key: Copy + Eq {
        fn hash(&self) -> u32;
    }

    impl Key for u32 {
        fn hash(&self) -> u32 {
            self.wrapping_mul(0x9e37_79b9) >> 7
        }
    }

    impl Key for (i16, i16) {
        fn hash(&self) -> u32 {
            let (x, y) = *self;
            ((x as u16 as u32) << 16 | y as u16 as u32).hash()
        }
    }

    impl<const N: usize> Key for [u8; N] {
        fn hash(&self) -> u32 {
            self.iter().fold(0x811c_9dc5, |h, b| (h ^ u32::from(*b)).wrapping_mul(0x0100_0193))
        }
    }

    #[derive(Clone, Copy)]
    enum Slot<K, V> {
        Empty,
        Deleted,
        Full { key: K, value: V },
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Full;

    pub struct HashMap<K, V, const N: usize> {
        slots: [Slot<K, V>; N],
        len: usize,
    }

    impl<K: Key, V: Copy, const N: usize> HashMap<K, V, N> {
        pub fn new() -> Self {
            HashMap { slots: [Slot::Empty; N], len: 0 }
        }

        fn probe(key: K) -> impl Iterator<Item = usize> {
            let start = key.hash() as usize;
            (0..N).map(move |step| (start + step) % N)
        }

        fn find(&self, key: K) -> Option<usize> {
            for at in Self::probe(key) {
                match &self.slots[at] {
                    Slot::Empty => return None,
                    Slot::Full { key: own, .. } if *own == key => return Some(at),
                    _ => {}
                }
            }
            None
        }

        pub fn get(&self, key: K) -> Option<&V> {
            match &self.slots[self.find(key)?] {
                Slot::Full { value, .. } => Some(value),
                _ => None,
            }
        }

        pub fn insert(&mut self, key: K, value: V) -> Result<Option<V>, Full> {
            if let Some(at) = self.find(key) {
                let old = core::mem::replace(&mut self.slots[at], Slot::Full { key, value });
                return match old {
                    Slot::Full { value, .. } => Ok(Some(value)),
                    _ => unreachable!(),
                };
            }
            let free = Self::probe(key).find(|&at| !matches!(self.slots[at], Slot::Full { .. })).ok_or(Full)?;
            self.slots[free] = Slot::Full { key, value };
            self.len += 1;
            Ok(None)
        }

        pub fn remove(&mut self, key: K) -> Option<V> {
            let at = self.find(key)?;
            let Slot::Full { value, .. } = std::mem::replace(&mut self.slots[at], Slot::Deleted) else {
                return None;
            };
            self.len -= 1;
            Some(value)
        }

        pub fn values(&self) -> impl Iterator<Item = V> + '_ {
            self.slots.iter().filter_map(|slot| match slot {
                Slot::Full { value, .. } => Some(*value),
                Slot::Empty | Slot::Deleted => None,
            })
        }

        pub fn len(&self) -> usize {
            self.len
        }
    }

    /// The longest run of consecutive numbers, and how many places a walk visits.
    pub fn counts(numbers: &[u32]) -> Result<[u32; 4], Full> {
        let mut seen: HashMap<u32, u32, 32> = HashMap::new();
        for &n in numbers {
            let count = seen.get(n).copied().unwrap_or(0);
            seen.insert(n, count + 1)?;
        }
        let longest = numbers
            .iter()
            .filter(|n| seen.get(n.wrapping_sub(1)).is_none())
            .map(|&n| (n..).take_while(|m| seen.get(*m).is_some()).count() as u32)
            .max()
            .unwrap_or(0);
        let mut visited = HashMap::<(i16, i16), (), 64>::new();
        let (mut x, mut y) = (0, 0);
        for n in numbers {
            match n % 4 {
                0 => x += 1,
                1 => y += 1,
                2 => x -= 1,
                _ => y -= 1,
            }
            visited.insert((x, y), ())?;
        }
        let most = seen.values().max().unwrap_or(0);
        seen.remove(numbers[0]);
        Ok([longest, visited.len() as u32, most, seen.len() as u32])
    }

    #[kernel(workgroup_size = 32)]
    pub fn count_all(numbers: &[[u32; 20]], out: &mut [[u32; 4]]) {
        let i = invocation_id().x as usize;
        if i < out.len() {
            out[i] = counts(&numbers[i]).unwrap_or([u32::MAX; 4]);
        }
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    use std::collections::{HashMap, HashSet};
    let lists: Vec<[u32; 20]> =
        (0..6u32).map(|k| std::array::from_fn(|i| (i as u32 * (2 * k + 3) + k) % (9 + 3 * k))).collect();
    let mut out = vec![[0; 4]; lists.len()];
    gpu::count_all(&lists, &mut out).dispatch(device)?;
    for (list, got) in lists.iter().zip(&out) {
        let mut seen = HashMap::new();
        for n in list {
            *seen.entry(*n).or_insert(0u32) += 1;
        }
        let longest = list
            .iter()
            .filter(|n| !seen.contains_key(&n.wrapping_sub(1)))
            .map(|&n| (n..).take_while(|m| seen.contains_key(m)).count() as u32)
            .max()
            .unwrap();
        let (mut x, mut y, mut visited) = (0, 0, HashSet::new());
        for n in list {
            match n % 4 {
                0 => x += 1,
                1 => y += 1,
                2 => x -= 1,
                _ => y -= 1,
            }
            visited.insert((x, y));
        }
        let most = *seen.values().max().unwrap();
        assert_eq!(*got, [longest, visited.len() as u32, most, seen.len() as u32 - 1]);
    }
    println!("{out:?}");
    Ok(())
}
