#[vyre::kernel]
fn sums(data: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    let mut sum = 0;
    for column in 0..4 {
        sum += data[i * 4 + colum];
    }
    out[i] = sum;
}

fn main() {}
