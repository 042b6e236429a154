#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let all = 0..4;
    out[0] = 1;
}

fn main() {}
