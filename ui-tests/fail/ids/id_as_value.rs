#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = invocation_id();
}

fn main() {}
