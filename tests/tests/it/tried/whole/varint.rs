use vyre::prelude::*;

/// LEB128: the value and how many bytes it has.
#[vyre::function]
fn decode(bytes: &[u8]) -> Option<(u64, usize)> {
    let mut value = 0u64;
    for (i, &byte) in bytes.iter().enumerate().take(10) {
        value |= u64::from(byte & 0x7f) << (7 * i);
        if byte & 0x80 == 0 {
            return Some((value, i + 1));
        }
    }
    None
}

#[vyre::function]
fn zigzag(value: u64) -> i64 {
    (value >> 1) as i64 ^ -((value & 1) as i64)
}

#[vyre::function]
fn encoded_len(value: u64) -> u32 {
    (64 - (value | 1).leading_zeros()).div_ceil(7)
}

/// Each message is a list of signed differences. The sums go to `out`, at most 8 for each message.
#[vyre::kernel(workgroup_size = 64)]
fn decode_messages(data: &[u8], offsets: &[u32], out: &mut [[i64; 8]], counts: &mut [u32]) {
    let i = invocation_id().x as usize;
    if i + 1 >= offsets.len() {
        return;
    }
    let mut rest = &data[offsets[i] as usize..offsets[i + 1] as usize];
    let mut sum = 0i64;
    let mut n = 0;
    while let Some((value, used)) = decode(rest) {
        sum += zigzag(value);
        if n < 8 {
            out[i][n] = sum;
        }
        n += 1;
        rest = &rest[used..];
    }
    counts[i] = if rest.is_empty() { n as u32 } else { u32::MAX };
}

#[vyre::kernel]
fn lengths(values: &[u64], out: &mut [u32]) {
    let i = invocation_id().x as usize;
    if let Some(&value) = values.get(i) {
        out[i] = encoded_len(value);
    }
}

fn encode(mut value: u64, out: &mut Vec<u8>) -> u32 {
    let mut n = 1;
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
        n += 1;
    }
    out.push(value as u8);
    n
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let lists: [&[i64]; 4] = [&[1, -1, 300, i64::MIN / 2, i64::MAX / 2], &[], &[5; 8], &[-70000]];
    let (mut data, mut offsets) = (vec![], vec![0u32]);
    for list in lists {
        let mut last = 0i64;
        for &v in list {
            let d = v.wrapping_sub(last);
            encode(((d << 1) ^ (d >> 63)) as u64, &mut data);
            last = v;
        }
        offsets.push(data.len() as u32);
    }
    data.push(0x80);
    offsets.push(data.len() as u32);
    let mut out = vec![[0i64; 8]; 5];
    let mut counts = vec![0; 5];
    decode_messages(&data, &offsets, &mut out, &mut counts).dispatch(device)?;
    for (list, (got, count)) in lists.iter().zip(out.iter().zip(&counts)) {
        assert_eq!(*count as usize, list.len());
        assert_eq!(&got[..list.len()], *list);
    }
    assert_eq!(counts[4], u32::MAX);
    let values = [0, 127, 128, 1 << 20, u64::MAX];
    let mut lens = [0; 5];
    lengths(&values, &mut lens).dispatch(device)?;
    assert_eq!(lens, values.map(|v| encode(v, &mut vec![])));
    println!("{} bytes decoded", data.len());
    Ok(())
}
