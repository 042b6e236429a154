#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let (low, high) = out[0].carrying_mul_add(3, 4, 5);
    out[0] = low ^ high;
}

fn main() {}
