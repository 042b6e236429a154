#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = select(out[1] == 1, 1, false);
}

fn main() {}
