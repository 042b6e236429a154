#[vyre::kernel]
fn mask(data: &[u64], out: &mut [u64]) {
    let i = invocation_id().x;
    out[i] = data[i] & 0xffu32;
}

fn main() {}
