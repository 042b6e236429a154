#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = text.byte(0);
}

fn main() {}
