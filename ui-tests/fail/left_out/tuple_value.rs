#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let pair = (out[0], out[1]);
    out[2] = pair.0;
}

fn main() {}
