#[vyre::kernel]
fn limit(data: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    out[i] = data[i].min(3, 4);
}

fn main() {}
