#[vyre::kernel]
fn sums(data: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    let sum = 0;
    for k in 0..4 {
        sum += data[i * 4 + k];
    }
    out[i] = sum;
}

fn main() {}
