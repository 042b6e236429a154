#[vyre::kernel]
fn double(data: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    data[i] *= 2;
    out[i] = data[i];
}

fn main() {}
