#[vyre::kernel]
fn scale(data: &[u32], factor: f32, out: &mut [u32]) {
    let i = invocation_id().x;
    out[i] = data[i] << factor;
}

fn main() {}
