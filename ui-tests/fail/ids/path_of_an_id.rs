#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = other::invocation_id().x;
}

fn main() {}
