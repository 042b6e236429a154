#[vyre::kernel]
fn kernel(n: u32, out: &mut [u32]) {
    let wide: u64 = n + 1;
    out[0] = wide as u32;
}

fn main() {}
