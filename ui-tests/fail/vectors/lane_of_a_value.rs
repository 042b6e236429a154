#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    [1, 2][0] = 5;
    out[0] = 1;
}

fn main() {}
