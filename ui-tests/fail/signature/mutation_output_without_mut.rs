#[vyre::kernel]
fn double(data: &[u32], out: &[u32]) {
    let i = invocation_id().x;
    out[i] = data[i] * 2;
}

fn main() {}
