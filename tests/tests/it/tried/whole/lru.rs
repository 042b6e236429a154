use vyre::prelude::*;

/// Misses of caches of several sizes and policies on the same trace.
#[vyre::module]
mod gpu {
    use vyre::prelude::*;

    pub trait Cache {
        const NAME: u32;

        fn lookup(&mut self, key: u32) -> Option<u32>;
        fn insert(&mut self, key: u32, value: u32) -> Option<(u32, u32)>;

        fn get_or_insert_with(&mut self, key: u32, make: impl FnOnce(u32) -> u32) -> u32 {
            if let Some(value) = self.lookup(key) {
                return value;
            }
            let value = make(key);
            self.insert(key, value);
            value
        }
    }

    #[derive(Clone, Copy, Debug)]
    struct Entry {
        key: u32,
        value: u32,
        previous: Option<usize>,
        next: Option<usize>,
    }

    /// A list by indices: the head was used last.
    pub struct Lru<const N: usize> {
        entries: [Option<Entry>; N],
        head: Option<usize>,
        tail: Option<usize>,
        len: usize,
    }

    impl<const N: usize> Lru<N> {
        pub const CAPACITY: usize = N;

        pub fn new() -> Self {
            Self { entries: [None; N], head: None, tail: None, len: 0 }
        }

        fn entry(&mut self, index: usize) -> &mut Entry {
            self.entries[index].as_mut().unwrap()
        }

        fn detach(&mut self, index: usize) {
            let Entry { previous, next, .. } = *self.entry(index);
            match previous {
                Some(p) => self.entry(p).next = next,
                None => self.head = next,
            }
            match next {
                Some(n) => self.entry(n).previous = previous,
                None => self.tail = previous,
            }
        }

        fn push_front(&mut self, index: usize) {
            let old = self.head.replace(index);
            let entry = self.entry(index);
            entry.previous = None;
            entry.next = old;
            if let Some(old) = old {
                self.entry(old).previous = Some(index);
            }
            self.tail.get_or_insert(index);
        }

        pub fn keys(&self) -> impl Iterator<Item = u32> + '_ {
            std::iter::successors(self.head, |&i| self.entries[i].and_then(|e| e.next)).filter_map(|i| self.entries[i].map(|e| e.key))
        }
    }

    impl<const N: usize> Cache for Lru<N> {
        const NAME: u32 = 1;

        fn lookup(&mut self, key: u32) -> Option<u32> {
            let index = self.entries.iter().flatten().position(|e| e.key == key)?;
            self.detach(index);
            self.push_front(index);
            self.entries[index].map(|e| e.value)
        }

        fn insert(&mut self, key: u32, value: u32) -> Option<(u32, u32)> {
            let (index, evicted) = if self.len < Self::CAPACITY {
                self.len += 1;
                (self.len - 1, None)
            } else {
                let last = self.tail?;
                let old = self.entries[last];
                self.detach(last);
                (last, old.map(|e| (e.key, e.value)))
            };
            self.entries[index] = Some(Entry { key, value, previous: None, next: None });
            self.push_front(index);
            evicted
        }
    }

    /// The oldest entry goes, used or not.
    #[derive(Clone, Copy)]
    pub struct Fifo<const N: usize> {
        slots: [Option<(u32, u32)>; N],
        at: usize,
    }

    impl<const N: usize> Default for Fifo<N> {
        fn default() -> Self {
            Fifo { slots: [None; N], at: 0 }
        }
    }

    impl<const N: usize> Cache for Fifo<N> {
        const NAME: u32 = 2;

        fn lookup(&mut self, key: u32) -> Option<u32> {
            self.slots.iter().flatten().find(|(k, _)| *k == key).map(|&(_, v)| v)
        }

        fn insert(&mut self, key: u32, value: u32) -> Option<(u32, u32)> {
            let old = self.slots[self.at].replace((key, value));
            self.at = (self.at + 1) % N;
            old
        }
    }

    pub fn misses<C: Cache>(mut cache: C, trace: &[u32]) -> [u32; 3] {
        let mut misses = 0;
        let mut sum = 0u32;
        for &key in trace {
            sum = sum.wrapping_add(cache.get_or_insert_with(key, |k| {
                misses += 1;
                k * k
            }));
        }
        [C::NAME, misses, sum]
    }

    pub fn keys_after(trace: &[u32]) -> [u32; 4] {
        let mut cache = Lru::<4>::new();
        for &key in trace {
            if cache.lookup(key).is_none() {
                cache.insert(key, 1);
            }
        }
        let mut out = [u32::MAX; 4];
        for (slot, key) in out.iter_mut().zip(cache.keys()) {
            *slot = key;
        }
        out
    }

    pub fn simulate(which: usize, trace: &[u32]) -> [u32; 3] {
        match which {
            0 => misses(Lru::<2>::new(), trace),
            1 => misses(Lru::<3>::new(), trace),
            2 => misses(Lru::<4>::new(), trace),
            3 => misses(Fifo::<3>::default(), trace),
            4 => misses(Fifo::<4>::default(), trace),
            _ => [0; 3],
        }
    }

    #[kernel(workgroup_size = 8)]
    pub fn simulate_all(trace: &[u32], out: &mut [[u32; 3]], keys: &mut [[u32; 4]]) {
        let i = invocation_id().x as usize;
        if i < out.len() {
            out[i] = simulate(i, trace);
        }
        if i < keys.len() {
            keys[i] = keys_after(&trace[..trace.len().min(i)]);
        }
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    // Belady's trace, on which more memory makes FIFO worse.
    let trace = [1, 2, 3, 4, 1, 2, 5, 1, 2, 3, 4, 5];
    let sum = trace.iter().map(|k| k * k).sum();
    let (mut out, mut keys) = ([[0; 3]; 5], [[0; 4]; 13]);
    gpu::simulate_all(&trace, &mut out, &mut keys).dispatch(device)?;
    assert_eq!(out, [[1, 12, sum], [1, 10, sum], [1, 8, sum], [2, 9, sum], [2, 10, sum]]);
    for (i, keys) in keys.iter().enumerate() {
        let mut expected: Vec<u32> = Vec::new();
        for &key in trace[..i].iter().rev() {
            if !expected.contains(&key) && expected.len() < 4 {
                expected.push(key);
            }
        }
        expected.resize(4, u32::MAX);
        assert_eq!(keys[..], expected, "{i}");
        assert_eq!(*keys, gpu::keys_after(&trace[..i]));
    }
    assert_eq!(out, std::array::from_fn(|i| gpu::simulate(i, &trace)));
    Ok(())
}
