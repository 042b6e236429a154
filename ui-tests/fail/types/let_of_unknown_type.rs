#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let x: String = 1;
    out[0] = x;
}

fn main() {}
