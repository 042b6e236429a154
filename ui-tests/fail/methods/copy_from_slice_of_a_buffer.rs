#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let half = out.len() / 2;
    out.copy_from_slice(&out[half..]);
}

fn main() {}
