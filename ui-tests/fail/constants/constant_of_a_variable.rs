#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let n = 4;
    const TWICE: u32 = n * 2;
    out[0] = TWICE;
}

fn main() {}
