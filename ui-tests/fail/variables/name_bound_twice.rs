#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let (a, a) = (1, 2);
    out[0] = a;
}

fn main() {}
