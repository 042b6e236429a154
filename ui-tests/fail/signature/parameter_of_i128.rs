#[vyre::kernel]
fn kernel(a: &[i128], out: &mut [u32]) {
    out[0] = a.len();
}

fn main() {}
