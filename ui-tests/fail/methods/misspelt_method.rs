#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let x: u32 = 5;
    out[0] = x.cout_ones();
}

fn main() {}
