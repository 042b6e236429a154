#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let mut w = [0u32; 8];
    w[0] = 1;
    let x = w;
    out[0] = x;
}

fn main() {}
