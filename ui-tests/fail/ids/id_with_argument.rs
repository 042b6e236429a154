#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = invocation_id(1).x;
}

fn main() {}
