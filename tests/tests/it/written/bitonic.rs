use vyre::prelude::*;

const N: usize = 256;

#[vyre::data]
#[derive(Debug, PartialEq)]
pub struct Pair {
    key: u32,
    value: u32,
}

#[vyre::function]
impl Pair {
    fn is_after(&self, other: &Pair) -> bool {
        self.key > other.key || self.key == other.key && self.value > other.value
    }
}

/// Sorts blocks of `N` pairs.
#[vyre::kernel(workgroup_size = 128)]
fn bitonic(pairs: &mut [Pair]) {
    let mut shared = workgroup_array::<Pair, N>();
    let thread = local_id().x as usize;
    let base = workgroup_id().x as usize * N;
    for k in [thread, thread + N / 2] {
        shared[k] =
            if base + k < pairs.len() { pairs[base + k] } else { Pair { key: u32::MAX, value: u32::MAX } };
    }
    let mut size = 2;
    while size <= N {
        let mut stride = size / 2;
        while stride > 0 {
            barrier();
            let low = 2 * thread - (thread & (stride - 1));
            let high = low + stride;
            let ascending = low & size == 0;
            if shared[low].is_after(&shared[high]) == ascending {
                let swapped = (shared[high], shared[low]);
                (shared[low], shared[high]) = swapped;
            }
            stride /= 2;
        }
        size *= 2;
    }
    barrier();
    for k in [thread, thread + N / 2] {
        if let Some(slot) = pairs.get_mut(base + k) {
            *slot = shared[k];
        }
    }
}

/// A network for eight numbers in registers.
#[vyre::kernel]
fn sort8(rows: &mut [[i32; 8]]) {
    const NETWORK: [(usize, usize); 19] = [
        (0, 2),
        (1, 3),
        (4, 6),
        (5, 7),
        (0, 4),
        (1, 5),
        (2, 6),
        (3, 7),
        (0, 1),
        (2, 3),
        (4, 5),
        (6, 7),
        (2, 4),
        (3, 5),
        (1, 4),
        (3, 6),
        (1, 2),
        (3, 4),
        (5, 6),
    ];
    let i = invocation_id().x as usize;
    if i < rows.len() {
        let mut row = rows[i];
        for &(a, b) in &NETWORK {
            let (low, high) = (row[a].min(row[b]), row[a].max(row[b]));
            row[a] = low;
            row[b] = high;
        }
        rows[i] = row;
    }
}

pub fn test(device: &Device) -> Result<(), vyre::Error> {
    let mut pairs: Vec<Pair> = (0..500u32).map(|n| Pair { key: n * 7919 % 97, value: n }).collect();
    let mut expected = pairs.clone();
    for block in expected.chunks_mut(N) {
        block.sort_by_key(|p| (p.key, p.value));
    }
    bitonic(&mut pairs).workgroups([2, 1, 1]).dispatch(device)?;
    assert_eq!(pairs, expected);
    let mut rows: Vec<[i32; 8]> = (0..30)
        .map(|n: i32| std::array::from_fn(|k| (n * 31 + k as i32 * k as i32 * 17) % 23 - 11))
        .collect();
    let mut sorted = rows.clone();
    sorted.iter_mut().for_each(|r| r.sort());
    sort8(&mut rows).dispatch(device)?;
    assert_eq!(rows, sorted);
    Ok(())
}
