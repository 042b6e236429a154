#[vyre::kernel]
fn bits(data: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    out[i] = data[i].popcount();
}

fn main() {}
