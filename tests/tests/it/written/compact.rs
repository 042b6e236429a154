use vyre::prelude::*;

/// Runs of equal bytes, one block of 64 bytes each invocation.
#[vyre::function]
fn encode(input: &[u8], output: &mut [u8]) -> usize {
    let mut written = 0;
    let mut rest = input;
    while let Some((&first, tail)) = rest.split_first() {
        let run = 1 + tail.iter().take(254).take_while(|&&b| b == first).count();
        output[written] = run as u8;
        output[written + 1] = first;
        written += 2;
        rest = &rest[run..];
    }
    written
}

#[vyre::kernel(workgroup_size = 32)]
fn compress(input: &[u8], output: &mut [u8], lengths: &mut [u32]) {
    let block = invocation_id().x as usize;
    if block < lengths.len() {
        let from = block * 64;
        let to = (from + 64).min(input.len());
        let length: usize = encode(&input[from..to], &mut output[2 * from..2 * from + 128]);
        lengths[block] = length as u32;
    }
}

/// Keeps the numbers for which a bit is set, in their order.
#[vyre::kernel(workgroup_size = 64)]
fn compact(values: &[i32], mask: &[u32], out: &mut [i32], count: &[AtomicU32]) {
    let i = invocation_id().x;
    let keep = i < values.len() && mask[i / 32] >> (i % 32) & 1 == 1;
    let place = workgroup_exclusive_sum(keep as u32);
    let total = workgroup_sum(u32::from(keep));
    let mut base = workgroup_array::<u32, 1>();
    if local_id().x == 0 {
        base[0] = count[0].fetch_add(total);
    }
    barrier();
    if keep {
        out[base[0] + place] = values[i];
    }
}

pub fn test(device: &Device) -> Result<(), vyre::Error> {
    let input: Vec<u8> = (0..200u32).map(|n| (n / 7 % 3) as u8).collect();
    let mut output = vec![0u8; 512];
    let mut lengths = vec![0u32; 4];
    compress(&input, &mut output, &mut lengths).invocations([4, 1, 1]).dispatch(device)?;
    let mut back = vec![];
    for (b, n) in lengths.iter().enumerate() {
        for pair in output[b * 128..b * 128 + *n as usize].chunks(2) {
            back.extend(std::iter::repeat_n(pair[1], pair[0] as usize));
        }
    }
    assert_eq!(back, input);
    let values: Vec<i32> = (0..64).map(|n| n * n - 100).collect();
    let mask = [0x8421_1248u32, 0xf00f_0ff0];
    let mut out = vec![0i32; 64];
    let mut count = [0u32];
    compact(&values, &mask, &mut out, &mut count).invocations([64, 1, 1]).dispatch(device)?;
    let expected: Vec<i32> =
        (0..64).filter(|i| mask[i / 32] >> (i % 32) & 1 == 1).map(|i| values[i]).collect();
    assert_eq!(&out[..count[0] as usize], &expected[..]);
    Ok(())
}
