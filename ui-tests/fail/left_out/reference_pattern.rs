#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let ref x = out[0];
    out[1] = x;
}

fn main() {}
