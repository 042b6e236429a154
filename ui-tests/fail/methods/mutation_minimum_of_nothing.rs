#[vyre::kernel]
fn sorted(out: &mut [u32]) {
    let mut four = [out[0], out[1], out[2], out[3], 9];
    let (low, high) = (four[0].min(), four[0].max(four[1]));
    four[0] = low;
    four[1] = high;
    let rest: u64 = u64::from(four[2]) << 32;
    out[0] = four[0] + (rest >> 32) as u32;
}

fn main() {}
