#[vyre::kernel]
fn copy(data: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    if i < data.len {
        out[i] = data[i];
    }
}

fn main() {}
