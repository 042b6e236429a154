#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let list = Vec::new();
    out[0] = 1;
}

fn main() {}
