#[vyre::kernel]
fn kernel(n: u64, out: &mut [u32]) {
    let i = out[0] + out[1];
    out[0] = (n + (i * 2)) as u32;
}

fn main() {}
