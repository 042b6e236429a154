#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let (a, b): (u32, u32) = (1, out[0] == 1);
    out[0] = a + b;
}

fn main() {}
