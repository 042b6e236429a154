#[vyre::kernel]
fn equal(data: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    if data[i] = 3 {
        out[i] = 1;
    }
}

fn main() {}
