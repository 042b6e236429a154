#[vyre::kernel]
fn double(data: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    out[i] = data * 2;
}

fn main() {}
