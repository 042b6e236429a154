#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let mut total = 1u32;
    total = out[0] == 2;
    out[0] = total;
}

fn main() {}
