#[vyre::kernel]
fn kernel(data: &[u32], out: &mut [u32]) {
    out[0] = data(7);
}

fn main() {}
