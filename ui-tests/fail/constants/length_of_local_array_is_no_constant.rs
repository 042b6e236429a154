#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let n = out.len();
    let w = [0u32; n * 2];
    out[0] = w[0];
}

fn main() {}
