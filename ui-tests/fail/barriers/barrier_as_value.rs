#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = barrier();
}

fn main() {}
