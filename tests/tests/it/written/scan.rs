use vyre::prelude::*;

const BLOCK: usize = 256;

/// Blelloch's scan of one block in shared memory.
#[vyre::function]
fn scan_block<T: vyre::Number>(tile: &mut [T], thread: usize) -> T {
    let n = tile.len();
    let mut offset = 1;
    let mut d = n / 2;
    while d > 0 {
        barrier();
        if thread < d {
            let (a, b) = (offset * (2 * thread + 1) - 1, offset * (2 * thread + 2) - 1);
            tile[b] += tile[a];
        }
        offset *= 2;
        d /= 2;
    }
    barrier();
    let total = tile[n - 1];
    barrier();
    if thread == 0 {
        tile[n - 1] = T::ZERO;
    }
    let mut d = 1;
    while d < n {
        offset /= 2;
        barrier();
        if thread < d {
            let (a, b) = (offset * (2 * thread + 1) - 1, offset * (2 * thread + 2) - 1);
            let t = tile[a];
            tile[a] = tile[b];
            tile[b] += t;
        }
        d *= 2;
    }
    barrier();
    total
}

#[vyre::kernel(workgroup_size = 128)]
fn scan_blocks<T: vyre::Number>(input: &[T], output: &mut [T], sums: &mut [T]) {
    let mut tile = workgroup_array::<T, BLOCK>();
    let thread = local_id().x as usize;
    let block = workgroup_id().x as usize;
    for k in 0..2 {
        let at = thread + k * BLOCK / 2;
        tile[at] = input.get(block * BLOCK + at).copied().unwrap_or(T::ZERO);
    }
    let total = scan_block(&mut tile, thread);
    for k in 0..2 {
        let at = thread + k * BLOCK / 2;
        output[block * BLOCK + at] = tile[at];
    }
    if thread == 0 {
        sums[block] = total;
    }
}

#[vyre::kernel]
fn add_offsets<T: vyre::Number>(offsets: &[T], output: &mut [T]) {
    let i = invocation_id().x as usize;
    if i < output.len() {
        output[i] += offsets[i / BLOCK];
    }
}

pub fn test(device: &Device) -> Result<(), vyre::Error> {
    let input: Vec<u64> = (0..1000u64).map(|n| n * n % 1009 + (n << 30)).collect();
    let mut output = vec![0u64; 1000];
    let mut sums = vec![0u64; 4];
    scan_blocks(&input, &mut output, &mut sums).workgroups([4, 1, 1]).dispatch(device)?;
    let mut offsets = vec![0u64; 4];
    for k in 1..4 {
        offsets[k] = offsets[k - 1] + sums[k - 1];
    }
    add_offsets(&offsets, &mut output).dispatch(device)?;
    let mut sum = 0;
    for (i, x) in input.iter().enumerate() {
        assert_eq!(output[i], sum);
        sum += x;
    }
    Ok(())
}
