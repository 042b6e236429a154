#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let i: usize = 0;
    out[i] = 1;
}

fn main() {}
